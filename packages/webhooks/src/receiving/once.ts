import type { SeenStore } from './seen-store.ts';

/** Runs the work of an event unless it is done: resolves when it is, rejects with its error. */
export type Once = (eventId: string, work: () => Promise<void>) => Promise<void>;

/**
 * Keeps events from being handled twice. An event is remembered after its work, so that a crash or a failure in between
 * repeats it rather than losing it; a repetition that arrives while the work runs waits for it and shares its outcome.
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
