import process from 'node:process';
import { apiPrefix } from '@product-content/contract';
import { Command, CommanderError } from 'commander';
import { configureLoad } from './load-command.ts';
import { LoadError } from './load-error.ts';

/** The loader as a separate program, for a machine without the server: `catalog-loader icecat --key pcm_…`. */
const { stdout, stderr } = process;
const program = new Command('catalog-loader').showSuggestionAfterError().exitOverride();
configureLoad(program, {
  baseUrl: `http://127.0.0.1:3000${apiPrefix}`,
  stdout,
  stderr,
  setExitCode: (code) => {
    process.exitCode = code;
  },
});
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1;
  if (error instanceof LoadError) stderr.write(`${error.message}\n`);
  else if (!(error instanceof CommanderError)) throw error;
}
