import type { SeenStore } from './seen-store.ts';

/** Runs the work of an event unless it has been done. Resolves when it is done, rejects with its error. */
export type Once = (eventId: string, work: () => Promise<void>) => Promise<void>;

/**
 * Keeps events from being handled twice. An event is remembered after its work, so that after a crash or a failure it
 * is repeated rather than lost; a repetition that arrives while the work is running waits for it and shares its
 * outcome.
 */
export function createOnce(seen: SeenStore | null): Once {
  if (seen === null) return (_eventId, work) => work();
  const running = new Map<string, Promise<void>>();

  const run = async (eventId: string, work: () => Promise<void>): Promise<void> => {
    if (await seen.has(eventId)) return;
    await work();
    await seen.add(eventId);
  };

  return (eventId, work) => {
    const current = running.get(eventId);
    if (current !== undefined) return current;
    const started = run(eventId, work).finally(() => running.delete(eventId));
    running.set(eventId, started);
    return started;
  };
}
