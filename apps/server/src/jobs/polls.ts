import type { AgendaBackend } from 'agenda';

/**
 * Lets a backend run one poll after the other: Agenda polls for all of its names at the same time, and each poll would open
 * a connection, which then stays.
 *
 * Once the signal aborts, no poll begins, and what the last one finds is unlocked: Agenda would keep it.
 *
 * @returns a function that waits for the poll that is running. Once the signal has aborted, no other one follows it.
 */
export function orderPolls({ repository }: AgendaBackend, signal: AbortSignal): () => Promise<void> {
  const getNextJobToRun = repository.getNextJobToRun.bind(repository);
  let last: Promise<unknown> = Promise.resolve();
  repository.getNextJobToRun = (...request) => {
    const poll = last.then(async () => {
      if (signal.aborted) return undefined;
      const found = await getNextJobToRun(...request);
      if (found === undefined || !signal.aborted) return found;
      await repository.unlockJob(found);
      return undefined;
    });
    last = poll.catch(() => undefined);
    return poll;
  };
  return async () => void (await last);
}
