import type { RateLimitPolicy } from '@contract-kit/http-spec';

/** A request as seen from outside: it was decided at some moment between the two times. */
export interface Observation {
  readonly admitted: boolean;
  readonly from: number;
  readonly until: number;
}

type Window = Pick<RateLimitPolicy, 'limit' | 'windowMs'>;

/**
 * Admissions that cannot all be correct: more than `limit` of them certainly lie within less than a window. An exact
 * store has none, however slow the machine is.
 */
export function overAdmissions(observations: readonly Observation[], { limit, windowMs }: Window): Observation[] {
  const admissions = observations.filter(({ admitted }) => admitted);
  return admissions.filter((first) => {
    const end = first.from + windowMs;
    return admissions.filter(({ from, until }) => from >= first.from && until < end).length > limit;
  });
}

/** Denials that cannot be correct: fewer than `limit` admissions can lie in the window before them. */
export function falseDenials(observations: readonly Observation[], { limit, windowMs }: Window): Observation[] {
  const admissions = observations.filter(({ admitted }) => admitted);
  return observations.filter((denial) => {
    if (denial.admitted) return false;
    const possiblyCounted = admissions.filter(
      ({ from, until }) => until > denial.from - windowMs && from <= denial.until,
    );
    return possiblyCounted.length < limit;
  });
}
