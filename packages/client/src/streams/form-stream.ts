import type { StreamedBody } from '../requests/streamed-body.ts';
import { chunksOf } from '../responses/chunks-of.ts';
import { type ByteSource, isRepeatable, openSource, toReadableStream } from './byte-source.ts';

/** A file of a form whose bytes come from a stream. */
export class FileStream {
  readonly source: ByteSource;
  /** The file name sent to the server. */
  readonly name: string;
  /** Its media type. */
  readonly type: string;

  /**
   * @param source a stream, or preferably a function that opens one, so that the call can be retried.
   * @example
   * new FileStream(() => createReadStream('photos.zip'), 'photos.zip', { type: 'application/zip' })
   */
  constructor(
    source: ByteSource,
    name: string,
    { type = 'application/octet-stream' }: { readonly type?: string } = {},
  ) {
    this.source = source;
    this.name = name;
    this.type = type;
  }
}

/** The value of a form: its streams are files. */
type FormInput<Fields> = { readonly [Name in keyof Fields]: Fields[Name] extends FileStream ? Blob : Fields[Name] };

const encoder = new TextEncoder();

/**
 * The body of an upload whose files are sent while they are read. `fetch` of Node, Deno, Bun and workers can send it,
 * and that of Chromium over HTTP/2; elsewhere, and for files on disk (`fs.openAsBlob()`), use a `Blob` instead.
 *
 * @example
 * const file = new FileStream(() => createReadStream(path), 'photos.zip');
 * await client.albums.upload({ params, body: formStream({ file, caption: 'Summer' }) });
 */
export function formStream<const Fields extends object>(fields: Fields): StreamedBody<FormInput<Fields>> {
  const parts = Object.entries(fields).filter(([, value]) => value !== undefined);
  const boundary = `form-${crypto.randomUUID()}`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    repeatable: parts.every(([, value]) => !(value instanceof FileStream) || isRepeatable(value.source)),
    open: (signal) => toReadableStream(encode(parts, boundary), signal),
  };
}

/** RFC 7578. */
async function* encode(parts: readonly (readonly [string, unknown])[], boundary: string): AsyncGenerator<Uint8Array> {
  for (const [name, value] of parts) {
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`;
    if (value instanceof FileStream || value instanceof Blob) {
      const fileName = 'name' in value ? String(value.name) : 'blob';
      const type = value.type || 'application/octet-stream';
      yield encoder.encode(`${disposition}; filename="${escapeName(fileName)}"\r\nContent-Type: ${type}\r\n\r\n`);
      yield* value instanceof Blob ? chunksOf(value.stream()) : openSource(value.source);
      yield encoder.encode('\r\n');
    } else {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      yield encoder.encode(`${disposition}\r\n\r\n${text}\r\n`);
    }
  }
  yield encoder.encode(`--${boundary}--\r\n`);
}

/** As browsers escape names: https://html.spec.whatwg.org/#multipart-form-data. */
const escapeName = (text: string) => text.replace(/["\r\n]/g, encodeURIComponent);
