import { prepareCommand } from '../src/engine.js';

prepareCommand();
const { buildServer } = await import('./build-server.ts');
await buildServer();
