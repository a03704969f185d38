/** A problem of an installation that needs attention. */
export interface Finding {
  /** Slug of the affected workspace. */
  readonly workspace: string;
  /** What is wrong, its consequences, and what to do. */
  readonly message: string;
  /** The number of affected records. */
  readonly count: number;
  /** Some of them, by SKU or code. */
  readonly samples: readonly string[];
}

/** Looks for one kind of problem; `pcm doctor` runs all checks. */
export interface Check {
  /** For example `products.currencies`. */
  readonly name: string;
  run(): Promise<Finding[]>;
}
