import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError, type FieldErrors, invalidFields, jsonBoundsOf, UploadedFile } from '@contract-kit/http-spec';
import type { BodyPart } from '../../idempotency/index.ts';
import { decodeUtf8, excessError } from '../json/parse-json.ts';
import { scanJson } from '../json/scan-json.ts';
import type { BodyReaderContext } from '../read-body.ts';
import { cleanFileName } from './file-name.ts';
import { HashedBytes, partTooLarge } from './hashed-bytes.ts';
import { asBadRequest, type RawPart } from './parser.ts';
import type { IncomingFile, UploadReceiver } from './upload-receiver.ts';

/** Longest name of a part. */
const maxNameLength = 200;

/** The result of reading one part. */
interface PartResult {
  readonly value: string | UploadedFile;
  readonly part: BodyPart;
}

/** The body of a route, built from its parts in order. The first invalid part ends it. */
export class MultipartBody {
  readonly #receiver: UploadReceiver;
  readonly #context: BodyReaderContext;
  readonly #pending = new Map<string, Promise<PartResult>[]>();
  readonly #open = new Set<Readable>();
  readonly #received: string[] = [];
  readonly #failure = Promise.withResolvers<never>();
  #fieldBytesLeft: number;

  constructor(receiver: UploadReceiver, context: BodyReaderContext) {
    this.#receiver = receiver;
    this.#context = context;
    this.#fieldBytesLeft = context.limit;
    this.#failure.promise.catch(() => undefined);
  }

  /** Rejects with the error of the first refused part. */
  get failed(): Promise<never> {
    return this.#failure.promise;
  }

  /** Takes the next part of the body. */
  add(raw: RawPart): void {
    // A part may fail after its reader has stopped; the error is reported once.
    raw.content.on('error', () => undefined);
    const { name = '' } = raw;
    const problem = this.#refuse(name, raw);
    if (problem !== null) {
      raw.content.resume();
      this.#failure.reject(problem);
      return;
    }
    const { fileParts = [] } = this.#context.policy;
    const isFile = raw.fileName !== undefined && fileParts.includes(name);
    const result = isFile ? this.#readFile(name, raw) : this.#readField(name, raw);
    result.catch((error: unknown) => this.#failure.reject(error));
    this.#pending.set(name, [...(this.#pending.get(name) ?? []), result]);
  }

  /** All parts, once they have been read: values by name, and the parts that fingerprints compare. */
  async complete(): Promise<{ values: Record<string, unknown>; parts: BodyPart[] }> {
    // Without a prototype, a part may have any name.
    const values: Record<string, unknown> = Object.create(null);
    const parts: BodyPart[] = [];
    for (const [name, pending] of this.#pending) {
      const read = await Promise.all(pending);
      values[name] = read.length === 1 ? read[0]?.value : read.map(({ value }) => value);
      parts.push(...read.map(({ part }) => part));
    }
    return { values, parts };
  }

  /** Stops reading and removes received files. */
  async undo(error: unknown): Promise<void> {
    const reason = error instanceof Error ? error : new Error('The body is refused.');
    for (const stream of this.#open) stream.destroy(reason);
    await Promise.allSettled([...this.#pending.values()].flat());
    await this.discard();
  }

  /** Removes received files that were not moved. */
  async discard(): Promise<void> {
    if (this.#received.length > 0) await this.#receiver.discard(this.#received);
  }

  #refuse(name: string, { fileName }: RawPart): ApiError | null {
    if (name === '') return new ApiError('bad_request', 'Each part of a multipart body needs a name.');
    if (name.length > maxNameLength) {
      return new ApiError('bad_request', `The name of a part may have at most ${maxNameLength} characters.`);
    }
    const { fileParts = [], listParts = [] } = this.#context.policy;
    if (this.#pending.has(name) && !listParts.includes(name)) {
      return invalidFields({ [name]: 'Sent more than once.' } satisfies FieldErrors);
    }
    if (fileName === undefined || fileParts.includes(name)) return null;
    const expected =
      fileParts.length === 0 ? 'No file is expected.' : `Send the file as "${fileParts.join('" or "')}".`;
    return invalidFields({ [name]: `Unknown file. ${expected}` } satisfies FieldErrors);
  }

  async #readFile(name: string, { content, fileName: given, mediaType }: RawPart): Promise<PartResult> {
    const bytes = new HashedBytes(this.#context.policy.fileLimit ?? 0, name);
    // Browsers escape the quote this way (WHATWG HTML, multipart/form-data encoding).
    const fileName = cleanFileName(given?.replaceAll('%22', '"'));
    let failure: unknown;
    const receiving = this.#receive({ name, fileName, mediaType, stream: bytes }).catch((error: unknown) => {
      failure = error;
      bytes.destroy();
      return null;
    });
    const passing = this.#whileOpen(bytes, () => pipeline(content, bytes));
    const [key, passed] = await Promise.all([receiving, settle(passing)]);
    if (failure !== undefined && !isClients(passed)) throw failure;
    if (passed !== null || key === null) throw asBadRequest(passed);
    const sha256 = bytes.digest();
    const value = new UploadedFile({ key, fileName, mediaType, size: bytes.size, sha256 });
    return { value, part: { name, mediaType, fileName, contentHash: sha256 } };
  }

  async #receive(file: IncomingFile): Promise<string> {
    const key = await this.#receiver.receive(file, this.#context);
    this.#received.push(key);
    return key;
  }

  async #readField(name: string, { content: stream, mediaType }: RawPart): Promise<PartResult> {
    const bytes = new HashedBytes(this.#context.limit, name);
    const chunks: Buffer[] = [];
    const collect = async (stream: AsyncIterable<Buffer>) => {
      for await (const chunk of stream) {
        this.#fieldBytesLeft -= chunk.length;
        if (this.#fieldBytesLeft < 0) throw partTooLarge(name, this.#context.limit);
        chunks.push(chunk);
      }
    };
    const failure = await settle(this.#whileOpen(bytes, () => pipeline(stream, bytes, collect)));
    if (failure !== null) throw asBadRequest(failure);
    const content = Buffer.concat(chunks);
    const value = decodeUtf8(content);
    // Forms carry JSON in text fields; code that parses it relies on the bounds of JSON bodies.
    if (/^\s*[[{]/.test(value)) {
      const { excess } = scanJson(content, jsonBoundsOf(this.#context.limit, this.#context.policy.bodyBounds));
      if (excess?.problem === null) throw excessError(`The field ${name}`, content, 0, excess);
      if (excess !== null) throw invalidFields({ [name]: excess.problem });
    }
    return { value, part: { name, mediaType, fileName: null, contentHash: bytes.digest() } };
  }

  async #whileOpen(stream: Readable, work: () => Promise<void>): Promise<void> {
    this.#open.add(stream);
    try {
      await work();
    } finally {
      this.#open.delete(stream);
    }
  }
}

/**
 * Whether a stream failed because of what the client sent. A failing receiver leaves the stream intact, closes it, or
 * destroys it with a system error, such as a full disk; the errors of both have a code, and the parser's errors do not.
 */
function isClients(problem: unknown): boolean {
  if (problem === null) return false;
  return problem instanceof ApiError || !(problem instanceof Error && 'code' in problem);
}

/** The reason a promise rejects with; null when it does not reject. */
async function settle(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
    return null;
  } catch (error) {
    return error;
  }
}
