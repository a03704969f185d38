import { flushCompileCache } from 'node:module';
import { prepareServer } from './engine.js';

prepareServer();
const { serve } = await import('./serve.ts');
await serve();
// Node saves the cache when a process ends, which one that is killed does not live to see.
flushCompileCache();
