/** The port for time. Rules take the time from here, so that a test decides what time it is. */
export interface Clock {
  /** The current instant. */
  now(): Date;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };
