/** One thing of an installation that needs somebody's attention. */
export interface Finding {
  /** Slug of the workspace it is in. */
  readonly workspace: string;
  /** What is wrong, what comes of it, and what to do. */
  readonly message: string;
  /** How many records it is about. */
  readonly count: number;
  /** A few of them, by SKU or code. */
  readonly samples: readonly string[];
}

/** Looks for one kind of thing that needs attention; `pcm doctor` runs all of them. */
export interface Check {
  /** `products.currencies`. */
  readonly name: string;
  run(): Promise<Finding[]>;
}
