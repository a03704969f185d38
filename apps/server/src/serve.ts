import cluster from 'node:cluster';
import process from 'node:process';
import { type AppOptions, startApp } from './app.ts';
import { isRunByNpx, readConfig } from './config/index.ts';
import { createLogger, StartError } from './kernel/index.ts';
import { watchParentOf } from './process/launcher.ts';
import { type ChildOrder, killChildren, nameOf, startProcesses } from './processes.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Runs the server until a signal stops it. An error at the start is printed, and the exit code is 1. */
export async function serve(): Promise<void> {
  try {
    await (cluster.worker === undefined ? startUntilSignal() : startUntilOrdered(cluster.worker));
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
    process.exit(1);
  }
}

/**
 * Starts the server, in one process or several, and stops it on the first signal; a second signal stops it without
 * waiting.
 */
async function startUntilSignal(): Promise<void> {
  const config = readConfig();
  const end = endOnce();
  const options = createOptions(config, createLogger(config.logLevel), end.now);
  const processes = config.processes > 1 ? startProcesses(options) : null;
  const starting = processes ?? startApp(options);
  end.by(() => starting.then((server) => server.stop()));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!end.isEnding) return end.now(0);
      killChildren();
      process.exit(1);
    });
  }
  if (processes !== null) process.on('SIGHUP', () => void processes.then((running) => running.replaceAll()));
  if (isRunByNpx()) watchParentOf(process.ppid, () => end.now(0));
  const { lines } = await starting;
  for (const line of lines) print(line);
}

/** Starts one of several processes, and stops it when the parent says so. */
async function startUntilOrdered(child: NonNullable<typeof cluster.worker>): Promise<void> {
  const config = readConfig();
  const end = endOnce();
  const logger = createLogger(config.logLevel).child({ process: nameOf(config.role, child) });
  const starting = startApp(createOptions(config, logger, end.now));
  let isReplaced = false;
  end.by(() => starting.then((app) => app.stop({ isReplaced })));
  // Ctrl-C reaches every process of a terminal, but the parent decides.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => end.now(0));
  process.on('message', (order: ChildOrder | object) => {
    if (typeof order === 'object') return;
    isReplaced = order === 'make way';
    end.now(0);
  });
  const { lines } = await starting;
  process.send?.({ lines });
}

function createOptions(
  config: AppOptions['config'],
  logger: AppOptions['logger'],
  end: (code: number) => void,
): AppOptions {
  process.on('unhandledRejection', (err) => logger.error({ err }, 'A rejected promise was not handled.'));
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'An error was not caught.');
    end(1);
  });
  // The process reading our output may exit; that is not a reason to stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const onLost = (err: unknown) => {
    logger.fatal({ err }, 'The database is gone.');
    end(1);
  };
  return { config, logger, print, onLost };
}

/** Makes sure the process exits only once, however often it is asked to. */
function endOnce() {
  let stop = async () => {};
  const end = {
    isEnding: false,
    by(work: () => Promise<void>) {
      stop = work;
    },
    now(code: number) {
      if (end.isEnding) return;
      end.isEnding = true;
      void stop()
        .catch(() => undefined)
        .finally(() => process.exit(code));
    },
  };
  return end;
}
