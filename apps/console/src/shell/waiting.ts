import { useSyncExternalStore } from 'react';

let until = 0;
const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

/** Reports that a call waits because the key has reached its rate limit. */
export function reportWaiting(ms: number): void {
  until = Math.max(until, Date.now() + ms);
  notifyListeners();
  window.setTimeout(notifyListeners, ms);
}

export function useIsWaiting(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => Date.now() < until,
  );
}
