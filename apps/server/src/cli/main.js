import { setFlagsFromString } from 'node:v8';
import { keepCompiled } from '../keep-compiled.js';

keepCompiled();
// The heap may grow at once: a command ends before it is worth collecting what it has left.
setFlagsFromString('--semi-space-growth-factor=16');
const { runProcess } = await import('./run-command.ts');
await runProcess();
