import { limits } from '@product-content/contract';

/** One file of the table. */
export interface HostileFile {
  /** What it is, as a noun phrase: `an XML item of four million elements`. Unique. */
  readonly name: string;
  /** What its sender calls it. */
  readonly fileName: string;
  /** Form fields that are sent beside it, such as `mapping` and `options`. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly size: 'small' | 'medium' | 'large';
  /** Makes its bytes anew. */
  build(): Buffer | Promise<Buffer>;
  readonly expected: HostileOutcome;
}

/** What becomes of a file. */
export type HostileOutcome =
  /** 422 at once: `fieldErrors` names this field. */
  | { readonly kind: 'refused'; readonly field: string; readonly says: RegExp }
  /**
   * 202; the job ends so. `says` is about the error of a failed job, else about the first error of a row, its field
   * before it. Without it no row fails.
   */
  | { readonly kind: 'job'; readonly status: 'completed' | 'failed'; readonly says?: RegExp };

export function refused(says: RegExp, field = 'file'): HostileOutcome {
  return { kind: 'refused', field, says };
}

/** Bytes of the largest file an import takes. */
export const largestFile = limits.importFile;

/**
 * A text that is repeated until the file is as large as it may be.
 *
 * @example
 * filled('<products>', '<a/>', '</products>'); // <products><a/><a/>…</products>
 */
export function filled(head: string, pattern: string, tail = '', bytes: number = largestFile): Buffer {
  const room = bytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
  const unit = Buffer.from(pattern);
  const body = Buffer.alloc(Math.floor(room / unit.length) * unit.length, unit);
  return Buffer.concat([Buffer.from(head), body, Buffer.from(tail)]);
}

/** A text that is repeated so many times. */
export function repeated(head: string, pattern: string, times: number, tail = ''): Buffer {
  const unit = Buffer.from(pattern);
  return Buffer.concat([Buffer.from(head), Buffer.alloc(times * unit.length, unit), Buffer.from(tail)]);
}

/**
 * A pattern with other digits each time, so many times: it does not shrink like a bomb, because the digits repeat only
 * beyond what compression looks back on.
 *
 * @example
 * varied((digits) => `<si><t>${digits}</t></si>`, 1_000_000);
 */
export function varied(pattern: (digits: string) => string, times: number): string {
  const blockLength = 8_192;
  let state = 1;
  const block = Array.from({ length: blockLength }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return pattern(state.toString(36).padStart(6, '0').slice(-6));
  }).join('');
  return block.repeat(Math.ceil(times / blockLength));
}
