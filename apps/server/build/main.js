import { prepareCommand } from '../src/engine.js';

prepareCommand();
const { build } = await import('./build.ts');
await build();
