import { readSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@product-content/contract';
import { unescapeUnits } from '../../escaped-units.ts';
import { TableFileError } from '../../table-error.ts';
import type { ZipFile } from '../zip-file.ts';
import { readPart } from './read-part.ts';

const blockBytes = 16 * 1024;
const maxCachedBlocks = 1024;
const pendingBytes = 1024 * 1024;

const { sharedTexts: maxTexts, cell: maxLength } = limits.tableFile;

/**
 * The texts that cells of a workbook refer to by number. They may be as large as the file, so they are stored in a
 * temporary file; recently used blocks are kept in memory, because cells mostly refer to texts in order.
 */
export class SharedStrings {
  private readonly file: FileHandle;
  private readonly blocks = new Map<number, Buffer>();
  private ends = new Uint32Array(1024);
  private count = 0;
  private bytes = 0;
  /** Texts not yet written to the file. */
  private pending = '';

  private constructor(file: FileHandle) {
    this.file = file;
  }

  /**
   * Reads the table of a workbook. Call `close` afterwards.
   *
   * @param needed how many of the first texts will be used.
   */
  static async read(zip: ZipFile, part: string | null, needed = Number.POSITIVE_INFINITY): Promise<SharedStrings> {
    const strings = new SharedStrings(await openUnnamedFile());
    try {
      if (part !== null && needed > 0) await strings.fill(zip, part, needed);
      return strings;
    } catch (error) {
      await strings.close();
      throw error;
    }
  }

  /** @throws {TableFileError} when there is no such text. */
  get(index: number): string {
    if (!(index >= 0 && index < this.count)) {
      throw new TableFileError(`A cell refers to the shared text ${index}; the workbook has ${this.count}.`);
    }
    const from = index === 0 ? 0 : (this.ends[index - 1] as number);
    const to = this.ends[index] as number;
    if (from === to) return '';
    const number = Math.floor(from / blockBytes);
    const start = number * blockBytes;
    if (to > start + blockBytes) return this.readAt(from, to - from).toString();
    return this.block(number).toString('utf8', from - start, to - start);
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async fill(zip: ZipFile, part: string, needed: number): Promise<void> {
    let parts: string[] = [];
    let length = 0;
    let inText = false;
    let inPhonetic = false;
    const reading = readPart(zip, part, {
      open(name) {
        if (name === 'si') [parts, length] = [[], 0];
        else if (name === 'rPh') inPhonetic = true;
        else if (name === 't') inText = !inPhonetic;
      },
      text(chunk) {
        // A text that is too long for a cell need not be complete.
        if (!inText || length > maxLength) return;
        parts.push(chunk);
        length += chunk.length;
      },
      close: (name) => {
        if (name === 't') inText = false;
        else if (name === 'rPh') inPhonetic = false;
        else if (name === 'si') this.add(unescapeUnits(parts.join('')));
      },
    });
    for await (const _ of reading) {
      if (this.pending.length > pendingBytes) await this.flush();
      if (this.count >= needed) break;
    }
    await this.flush();
  }

  private add(text: string): void {
    if (this.count === maxTexts) throw new TableFileError(`The workbook has more than ${maxTexts} shared texts.`);
    this.bytes += Buffer.byteLength(text);
    if (this.count === this.ends.length) {
      const grown = new Uint32Array(this.ends.length * 2);
      grown.set(this.ends);
      this.ends = grown;
    }
    this.ends[this.count++] = this.bytes;
    this.pending += text;
  }

  private async flush(): Promise<void> {
    await this.file.appendFile(this.pending);
    this.pending = '';
  }

  private block(number: number): Buffer {
    const cached = this.blocks.get(number);
    if (cached !== undefined) return cached;
    const block = this.readAt(number * blockBytes, blockBytes);
    const [oldest] = this.blocks.keys();
    if (oldest !== undefined && this.blocks.size >= maxCachedBlocks) this.blocks.delete(oldest);
    this.blocks.set(number, block);
    return block;
  }

  private readAt(position: number, length: number): Buffer {
    const buffer = Buffer.allocUnsafeSlow(length);
    return buffer.subarray(0, readSync(this.file.fd, buffer, 0, length, position));
  }
}

/** A file that disappears with the process: its name is removed immediately. */
async function openUnnamedFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'shared-strings-'));
  try {
    return await open(join(folder, 'texts'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
