/** A bucket of a store that speaks S3. */
export interface S3Location {
  readonly kind: 's3';
  readonly bucket: string;
  /** Before every key; empty, or ends in a slash. */
  readonly prefix: string;
  readonly region: string;
  /** Of another store than Amazon's; null for Amazon's own. */
  readonly endpoint: string | null;
  /** Null: those of the machine's role. */
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  } | null;
}

/** Where files are kept. */
export type FileLocation = { readonly kind: 'folder'; readonly path: string } | S3Location;
