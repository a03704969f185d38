import process from 'node:process';
import { startApp } from './app.ts';
import { isRunByNpx, readConfig } from './config/index.ts';
import { createLogger, StartError } from './kernel/index.ts';
import { watchParentOf } from './launcher.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Runs the app until a signal ends it. What keeps it from starting is printed, and the exit code is 1. */
export async function serve(): Promise<void> {
  try {
    await startUntilSignal();
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
    process.exit(1);
  }
}

/** Starts the app and ends it on the first signal; a second one does not wait. */
async function startUntilSignal(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  let stopping = false;
  const stop = async (code: number): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    await starting.then((app) => app.stop()).catch(() => undefined);
    process.exit(code);
  };
  const starting = startApp({
    config,
    logger,
    print,
    onLost: (err) => {
      logger.fatal({ err }, 'The database is gone.');
      void stop(1);
    },
  });
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  process.on('unhandledRejection', (err) => logger.error({ err }, 'A rejected promise was not handled.'));
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'An error was not caught.');
    void stop(1);
  });
  // Whoever reads our output may go; that is no reason to end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  if (isRunByNpx()) watchParentOf(process.ppid, () => void stop(0));
  await starting;
}
