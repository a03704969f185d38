import { chunksOf } from './chunks-of.ts';

/**
 * A body that is not JSON, as it arrives. It is read once: by a loop, `stream`, `blob()` or `text()`.
 *
 * @example
 * for await (const chunk of file) await output.write(chunk);
 */
export class DownloadedFile implements AsyncIterable<Uint8Array> {
  readonly #response: Response;

  constructor(response: Response) {
    this.#response = response;
  }

  /** `text/csv; charset=utf-8` */
  get contentType(): string {
    return this.#response.headers.get('content-type') ?? 'application/octet-stream';
  }

  /** Bytes, if the server sends Content-Length. */
  get size(): number | null {
    const field = this.#response.headers.get('content-length');
    return field === null ? null : Number(field);
  }

  /** The name in Content-Disposition (RFC 6266), `filename*` first. */
  get fileName(): string | null {
    const field = this.#response.headers.get('content-disposition') ?? '';
    const encoded = /;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(field)?.[1];
    if (encoded !== undefined) return decodeURIComponent(encoded);
    const quoted = /;\s*filename\s*=\s*"((?:\\.|[^"\\])*)"/i.exec(field)?.[1];
    return quoted?.replace(/\\(.)/g, '$1') ?? /;\s*filename\s*=\s*([^\s;"]+)/i.exec(field)?.[1] ?? null;
  }

  /** The bytes as they arrive; the file need not fit in memory. Leaving the loop early ends the connection. */
  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array, undefined> {
    return chunksOf(this.stream);
  }

  /** The same bytes for code that takes a stream. */
  get stream(): ReadableStream<Uint8Array> {
    return this.#response.body ?? new Blob([]).stream();
  }

  blob(): Promise<Blob> {
    return this.#response.blob();
  }

  text(): Promise<string> {
    return this.#response.text();
  }
}
