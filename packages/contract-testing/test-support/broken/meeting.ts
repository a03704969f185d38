/** Longest time that a single caller waits, in milliseconds. */
const maxWaitMs = 300;

/**
 * Makes concurrent requests overlap, even on a slow machine: each caller waits until the function is called again, or
 * until no call has come for a while.
 */
export function createMeeting(): () => Promise<void> {
  let release: (() => void) | null = null;
  return async () => {
    if (release !== null) return release();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, maxWaitMs);
      release = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    release = null;
  };
}
