/**
 * What became of a source record, or a part of it, that is not loaded as it stands:
 * `adapted` is loaded in another form, `left_out` lacks one value, `folded` is a record that went into others,
 * `refused` is a record the loader does not send, `failed` one the API did not accept.
 */
export const findingOutcomes = ['adapted', 'left_out', 'folded', 'refused', 'failed'] as const;

export type FindingOutcome = (typeof findingOutcomes)[number];

export interface Finding {
  readonly outcome: FindingOutcome;
  /** The same words for every finding of a kind: the summary groups by it. */
  readonly reason: string;
  /** SKU or code of the record. */
  readonly subject: string;
  /** Where it stands in the source: `products.csv row 12`. */
  readonly where?: string;
  /** What is particular about this one. */
  readonly detail?: string;
}
