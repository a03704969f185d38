import { z } from 'zod';
import type { Finding } from './finding.ts';
import { isAtLeast, type Level } from './rule.ts';

const AcknowledgementsSchema = z.array(
  z.strictObject({
    fingerprints: z.array(z.string().regex(/^[0-9a-f]{12}$/)).min(1),
    reason: z.string().min(1),
    expires: z.iso.date().optional(),
  }),
);

/** Findings that somebody has looked at, and why they are accepted. */
export interface Acknowledgement {
  readonly fingerprints: readonly string[];
  readonly reason: string;
  /** ISO date from which on it counts no longer, in UTC. Absent: it holds until the findings are gone. */
  readonly expires?: string;
}

/** @throws TypeError saying what is wrong where it is no list of acknowledgements. */
export function parseAcknowledgements(json: unknown): Acknowledgement[] {
  const parsed = AcknowledgementsSchema.safeParse(json);
  if (!parsed.success) throw new TypeError(`These are no acknowledgements: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Findings beside what has been said of them. */
export interface Judgement {
  /** Every finding, in the order they were given. */
  readonly findings: readonly JudgedFinding[];
  /** Those at or over the level that nobody has acknowledged. */
  readonly failing: readonly Finding[];
  /** Acknowledgements whose date has come, of findings that are still there. */
  readonly expired: readonly Acknowledgement[];
  /** Acknowledged fingerprints that no finding has: they can be deleted. */
  readonly unused: readonly string[];
}

export interface JudgedFinding extends Finding {
  /** The reason of its acknowledgement; absent where it has none that holds. */
  readonly acknowledged?: string;
}

export interface JudgeOptions {
  /** The least level that fails. */
  readonly failOn: Level;
  readonly acknowledgements?: readonly Acknowledgement[];
  /** Which acknowledgements are over. Default: the present. */
  readonly now?: Date;
}

/** Holds findings to a level, except for those that are acknowledged. */
export function judgeFindings(findings: readonly Finding[], options: JudgeOptions): Judgement {
  const { failOn, acknowledgements = [], now = new Date() } = options;
  const isExpired = ({ expires }: Acknowledgement) => expires !== undefined && Date.parse(expires) <= now.getTime();
  const valid = acknowledgements.filter((each) => !isExpired(each));
  const reasons = new Map(valid.flatMap(({ fingerprints, reason }) => fingerprints.map((each) => [each, reason])));
  const present = new Set(findings.map(({ fingerprint }) => fingerprint));
  const judged = findings.map((finding): JudgedFinding => {
    const acknowledged = reasons.get(finding.fingerprint);
    return acknowledged === undefined ? finding : { ...finding, acknowledged };
  });
  return {
    findings: judged,
    failing: judged.filter(({ level, acknowledged }) => isAtLeast(level, failOn) && acknowledged === undefined),
    expired: acknowledgements.filter((each) => isExpired(each) && each.fingerprints.some((mark) => present.has(mark))),
    unused: acknowledgements.flatMap(({ fingerprints }) => fingerprints.filter((mark) => !present.has(mark))),
  };
}
