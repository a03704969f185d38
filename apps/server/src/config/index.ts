export { type Config, describeSettings, type Environment, readConfig } from './config.ts';
