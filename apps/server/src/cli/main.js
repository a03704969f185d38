import { prepareCommand } from '../engine.js';

prepareCommand();
const { runProcess } = await import('./run-command.ts');
await runProcess();
