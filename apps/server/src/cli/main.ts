import process from 'node:process';
import { keepCompiled } from '../keep-compiled.ts';

keepCompiled();
const { runCommand } = await import('./run-command.ts');
const { describeError } = await import('./describe-error.ts');

const { stdout, stderr } = process;
stdout.on('error', () => undefined);
process.on('uncaughtException', (error) => {
  stderr.write(`${describeError(error)}\n`);
  process.exit(1);
});
const exitCode = await runCommand({ words: process.argv.slice(2), output: { stdout, stderr } });
await Promise.all([stdout, stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))));
// Agenda leaves timers behind after it stops, which would keep the process alive for minutes.
process.exit(exitCode);
