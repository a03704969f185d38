/** The port for time. Rules get the time from here, so that tests can set it. */
export interface Clock {
  /** The current instant. */
  now(): Date;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };
