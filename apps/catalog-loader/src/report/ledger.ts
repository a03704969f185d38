/**
 * What happened to a source record, or a part of it, that was not loaded unchanged: `adapted` was loaded in another
 * form, `left_out` lacks one value, `folded` is a record merged into others, `refused` is a record the loader did not
 * send, `failed` one the API did not accept.
 */
export const findingOutcomes = ['adapted', 'left_out', 'folded', 'refused', 'failed'] as const;

export type FindingOutcome = (typeof findingOutcomes)[number];

export interface Finding {
  readonly outcome: FindingOutcome;
  /** The same text for every finding of a kind: the summary groups by it. */
  readonly reason: string;
  /** SKU or code of the record. */
  readonly subject: string;
  /** Its position in the source: `products.csv row 12`. */
  readonly where?: string;
  /** Details of this finding. */
  readonly detail?: string;
}

export const recordKinds = [
  'attributeGroups',
  'attributes',
  'categories',
  'categoryAttributes',
  'collections',
  'simpleProducts',
  'parentProducts',
  'variantProducts',
] as const;

export type RecordKind = (typeof recordKinds)[number];

/** What the API did with the records of one kind. */
export type RecordStatus = 'created' | 'updated' | 'unchanged' | 'failed';

export type Tally = Record<RecordStatus, number>;

/** All findings with the same outcome and reason, with the first few of them. */
export interface FindingGroup {
  readonly outcome: FindingOutcome;
  readonly reason: string;
  count: number;
  readonly examples: Finding[];
}

const examplesKept = 5;

/**
 * The record of one load: rows read, records written, and everything that was not loaded unchanged. It keeps counts and
 * a few examples, not all findings: `onFinding` receives each one.
 */
export class Ledger {
  readonly #tallies = new Map<RecordKind, Tally>();
  readonly #groups = new Map<string, FindingGroup>();
  readonly #rows = new Map<string, number>();
  readonly #onFinding: (finding: Finding) => void;

  constructor(onFinding: (finding: Finding) => void = () => {}) {
    this.#onFinding = onFinding;
  }

  /** Counts a source row that stands for a product. */
  countRow(table: string): void {
    this.#rows.set(table, (this.#rows.get(table) ?? 0) + 1);
  }

  countRecord(kind: RecordKind, status: RecordStatus): void {
    const tally = this.#tallies.get(kind) ?? { created: 0, updated: 0, unchanged: 0, failed: 0 };
    tally[status]++;
    this.#tallies.set(kind, tally);
  }

  add(finding: Finding): void {
    const key = `${finding.outcome}\n${finding.reason}`;
    const { outcome, reason } = finding;
    const group = this.#groups.get(key) ?? { outcome, reason, count: 0, examples: [] };
    group.count++;
    if (group.examples.length < examplesKept) group.examples.push(finding);
    this.#groups.set(key, group);
    this.#onFinding(finding);
  }

  tally(kind: RecordKind): Tally {
    return this.#tallies.get(kind) ?? { created: 0, updated: 0, unchanged: 0, failed: 0 };
  }

  get rows(): ReadonlyMap<string, number> {
    return this.#rows;
  }

  /** Grouped findings, most serious outcome first, most frequent reason first. */
  get groups(): FindingGroup[] {
    const weight: Record<FindingOutcome, number> = { failed: 0, refused: 1, left_out: 2, folded: 3, adapted: 4 };
    return [...this.#groups.values()].sort((a, b) => weight[a.outcome] - weight[b.outcome] || b.count - a.count);
  }

  /** The number of findings with an outcome. */
  count(outcome: FindingOutcome): number {
    return this.groups.filter((group) => group.outcome === outcome).reduce((sum, group) => sum + group.count, 0);
  }
}

/** One reason for all similar failures: the field and what is wrong with it. */
export function toReason(error: {
  readonly code: string;
  readonly message: string;
  readonly fieldErrors?: Readonly<Record<string, string>>;
}): Pick<Finding, 'reason' | 'detail'> {
  const [first, ...others] = Object.entries(error.fieldErrors ?? {});
  if (first === undefined) return { reason: error.code, detail: error.message };
  const more = others.map(([field, message]) => `${field}: ${message}`).join(' ');
  return { reason: `${error.code} at ${first[0]}`, detail: more === '' ? first[1] : `${first[1]} ${more}` };
}
