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

/** Reviewed findings, and why they are accepted. */
export interface Acknowledgement {
  readonly fingerprints: readonly string[];
  readonly reason: string;
  /** ISO date it expires on, in UTC. Absent: it never expires. */
  readonly expires?: string;
}

/** @throws TypeError unless it is a list of acknowledgements. */
export function parseAcknowledgements(json: unknown): Acknowledgement[] {
  const parsed = AcknowledgementsSchema.safeParse(json);
  if (!parsed.success) throw new TypeError(`These are not acknowledgements: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Findings matched with acknowledgements. */
export interface Judgement {
  /** Every finding, in the given order. */
  readonly findings: readonly JudgedFinding[];
  /** Findings at or above the level without an acknowledgement. */
  readonly failing: readonly Finding[];
  /** Expired acknowledgements of findings that still exist. */
  readonly expired: readonly Acknowledgement[];
  /** Acknowledged fingerprints without a finding: they can be deleted. */
  readonly unused: readonly string[];
}

export interface JudgedFinding extends Finding {
  /** The reason of its acknowledgement; absent without a valid one. */
  readonly acknowledged?: string;
}

export interface JudgeOptions {
  /** The lowest level that fails. */
  readonly failOn: Level;
  readonly acknowledgements?: readonly Acknowledgement[];
  /** The time to compare expiry dates with. Default: now. */
  readonly now?: Date;
}

/** Judges findings by a level, except acknowledged ones. */
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
