import { Presets, SingleBar } from 'cli-progress';

/** Shows the progress of a load. */
export interface Progress {
  /** Begins a step with a number of records; the previous step ends. */
  step(name: string, total: number): void;
  /** A number of records in this step are done. */
  reach(done: number): void;
  /** Prints a line, for example about a wait. */
  say(text: string): void;
  stop(): void;
}

/** A progress bar in a terminal, plain lines at each tenth elsewhere. */
export function createProgress(stream: NodeJS.WriteStream): Progress {
  return stream.isTTY ? createBar(stream) : createLines((line) => stream.write(`${line}\n`));
}

/** Progress as plain lines: one when a step begins and one at each tenth of it. */
export function createLines(write: (line: string) => void): Progress {
  let name = '';
  let total = 0;
  let tenth = 0;
  return {
    step(newName, newTotal) {
      [name, total, tenth] = [newName, newTotal, 0];
      write(`${name}: ${total}`);
    },
    reach(done) {
      const reached = total === 0 ? 0 : Math.floor((done / total) * 10);
      if (reached > tenth) write(`${name}: ${done} of ${total}`);
      tenth = Math.max(tenth, reached);
    },
    say: write,
    stop() {},
  };
}

function createBar(stream: NodeJS.WriteStream): Progress {
  const format = '{step} [{bar}] {value}/{total} {note}';
  const bar = new SingleBar({ stream, format, hideCursor: true, clearOnComplete: false }, Presets.legacy);
  return {
    step(step, total) {
      bar.stop();
      bar.start(total, 0, { step: step.padEnd(12), note: '' });
    },
    reach: (done) => bar.update(done, { note: '' }),
    say: (note) => bar.update({ note }),
    stop: () => bar.stop(),
  };
}
