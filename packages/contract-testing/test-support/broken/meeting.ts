/** Longest time that somebody waits alone, in milliseconds. */
const longestMs = 300;

/**
 * Makes requests that are sent at once overlap, on a slow machine too: who calls it waits until it is called again, or
 * until nobody has come for a while.
 */
export function createMeeting(): () => Promise<void> {
  let release: (() => void) | null = null;
  return async () => {
    if (release !== null) return release();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, longestMs);
      release = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    release = null;
  };
}
