/** A file of the console. */
export interface ConsoleFile {
  /** Relative to the console's address; empty for the page itself. Any other name changes with the file's content. */
  readonly name: string;
  readonly type: 'html' | 'css' | 'js' | 'svg';
  readonly text: string;
  /** Loaded with the page, rather than when a part of it is opened. */
  readonly isFirst: boolean;
}

/** The place in the page for the nonce of the response. */
export const noncePlaceholder = '{{nonce}}';
