import type { Observer } from './observer.ts';

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
    const told = observers.filter((observer) => observer[event] !== undefined);
    // Events that no observer handles cost nothing.
    if (told.length > 0) combined[event] = (...args: unknown[]) => tellAll(told, event, args);
  }
  const around = observers.filter((observer) => observer.around !== undefined);
  if (around.length > 0) combined.around = around.reduceRight<Around | undefined>(within, undefined);
  return combined;
}

function tellAll(told: readonly Observer[], event: Event, args: unknown[]): void {
  const failures: unknown[] = [];
  for (const observer of told) {
    try {
      (observer[event] as (...args: unknown[]) => void).apply(observer, args);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, 'Several observers failed.');
}

type Around = NonNullable<Observer['around']>;

function within(inner: Around | undefined, observer: Observer): Around {
  const outer = observer.around?.bind(observer) as Around;
  if (inner === undefined) return outer;
  return (request, serve) => outer(request, () => inner(request, serve));
}
