export { type Config, describeSettings, type Environment, readConfig } from './config.ts';
export { isRunByNpx } from './launcher.ts';
