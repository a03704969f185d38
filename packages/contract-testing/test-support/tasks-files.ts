import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ByteRange, UploadedFile } from '@contract-kit/http-spec';
import { FileBody, notFound, type UploadReceiver } from '@contract-kit/middleware';

/** A file as the contract shows it. */
export interface StoredFile {
  readonly id: string;
  readonly title: string;
  readonly size: number;
}

/** The fields of an upload, or of JSON instead of it. */
export interface FileInput {
  readonly file?: UploadedFile;
  readonly text?: string;
  readonly title?: string;
}

/** Files in memory. */
export class TaskFiles {
  readonly #received = new Map<string, Buffer>();
  readonly #files = new Map<string, { readonly tenant: string; readonly bytes: Buffer }>();

  readonly receiver: UploadReceiver = {
    receive: async ({ stream }) => {
      const key = `upload-${this.#received.size}`;
      this.#received.set(key, Buffer.concat(await stream.toArray()));
      return key;
    },
    discard: async () => undefined,
  };

  /** The bytes of an upload. */
  received({ key }: UploadedFile): Buffer {
    return this.#received.get(key) ?? Buffer.alloc(0);
  }

  add(tenant: string, { file, text = '', title = 'Untitled' }: FileInput): StoredFile {
    const bytes = file instanceof UploadedFile ? this.received(file) : Buffer.from(text);
    const id = `file-${this.#files.size + 1}`;
    this.#files.set(id, { tenant, bytes });
    return { id, title, size: bytes.length };
  }

  has(tenant: string, id: string): boolean {
    return this.#files.get(id)?.tenant === tenant;
  }

  /** @throws ApiError `not_found`, for other tenants' files as well. */
  read(tenant: string, id: string): FileBody {
    const file = this.#files.get(id);
    if (file?.tenant !== tenant) throw notFound('file');
    return textFile(file.bytes, 'text/plain');
  }
}

/** Bytes in memory, as a file. */
export function textFile(bytes: Buffer, mediaType: string): FileBody {
  const value = createHash('sha256').update(bytes).digest('base64url');
  return new FileBody({
    mediaType,
    size: bytes.length,
    entityTag: { value, weak: false },
    open: (range?: ByteRange) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  });
}
