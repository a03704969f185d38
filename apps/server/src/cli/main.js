import { setFlagsFromString } from 'node:v8';
import { keepCompiled } from '../keep-compiled.js';

// The heap may grow at once: a command ends before it is worth collecting what it has left. V8 accepts what it compiled
// only with the same flags: set before the cache is opened, they give commands a cache apart from the server's.
setFlagsFromString('--semi-space-growth-factor=16');
keepCompiled();
const { runProcess } = await import('./run-command.ts');
await runProcess();
