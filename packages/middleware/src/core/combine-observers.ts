import type { ObservedRequest, Observer } from './observer.ts';

type Event = Exclude<keyof Observer, 'around'>;

const events = Object.keys({
  onRequest: true,
  onCount: true,
  onIdempotency: true,
  onStage: true,
  onResponse: true,
  onError: true,
  onDeprecatedUse: true,
  onCall: true,
  onAfterCommit: true,
} satisfies Record<Event, true>) as readonly Event[];

/**
 * Combines several observers into one. If one of them throws, the others are still called. The `around` of the first is
 * the outermost.
 *
 * @example
 * createApi({ contract, handlers, auth, rateLimit, observer: combineObservers(accessLog, createTelemetryObserver()) });
 */
export function combineObservers(...observers: readonly Observer[]): Observer {
  const combined: Record<string, unknown> = {};
  for (const event of events) {
    const listeners = observers.flatMap((observer) => (observer[event]?.bind(observer) as Listener | undefined) ?? []);
    // Nobody pays for an event that no one wants to hear of, nor for a list of one.
    if (listeners.length > 0) combined[event] = listeners.length === 1 ? listeners[0] : notifyAll(listeners);
  }
  const around = observers.filter((observer) => observer.around !== undefined);
  if (around.length > 0) combined.around = around.reduceRight<Around | undefined>(within, undefined);
  return combined;
}

/** An event has its request and at most one detail. */
type Listener = (request: ObservedRequest, detail?: unknown) => void;

function notifyAll(listeners: readonly Listener[]): Listener {
  return (request, detail) => {
    let failures: unknown[] | null = null;
    for (const listener of listeners) {
      try {
        listener(request, detail);
      } catch (error) {
        failures ??= [];
        failures.push(error);
      }
    }
    if (failures?.length === 1) throw failures[0];
    if (failures !== null) throw new AggregateError(failures, 'Several observers failed.');
  };
}

type Around = NonNullable<Observer['around']>;

function within(inner: Around | undefined, observer: Observer): Around {
  const outer = observer.around?.bind(observer) as Around;
  if (inner === undefined) return outer;
  return (request, serve) => outer(request, () => inner(request, serve));
}
