/**
 * Calls a function only when its earlier calls have ended. Agenda polls for all of its names at the same time; each poll
 * would open a connection, which then stays.
 */
export function oneAtATime<Parameters extends unknown[], Result>(
  call: (...parameters: Parameters) => Promise<Result>,
): (...parameters: Parameters) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (...parameters) => {
    const result = last.then(() => call(...parameters));
    last = result.catch(() => undefined);
    return result;
  };
}
