import { keepCompiled } from '../keep-compiled.ts';

keepCompiled();
const { runCommand } = await import('./run-command.ts');
await runCommand();
