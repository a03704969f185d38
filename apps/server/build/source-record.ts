import { existsSync, readFileSync, statSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Where the build is. Its modules find what they read at run time beside their sources, so it cannot be moved. */
export const outputFolder = fileURLToPath(new URL('../dist/', import.meta.url));

const lockFile = fileURLToPath(new URL('../../../pnpm-lock.yaml', import.meta.url));

/** The files that a part of the build is made from, each with its stamp, and what decides how imports are resolved. */
export class SourceRecord {
  readonly #stamps = new Map<string, string>();

  constructor() {
    this.#stamp(lockFile);
  }

  /**
   * Called before a file is read, so that the next build sees what is saved while this one runs. What is installed
   * changes with the lock file alone.
   */
  add(path: string): void {
    if (path.includes('/node_modules/')) return;
    this.#stamp(path);
    this.#stamp(manifestOf(path));
  }

  #stamp(path: string): void {
    const name = relative(outputFolder, path);
    if (!this.#stamps.has(name)) this.#stamps.set(name, stampOf(name));
  }

  toJSON(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#stamps);
  }
}

/** @param name of the file with the record, which is written when everything else is. */
export function isUpToDate(name: string): boolean {
  try {
    const stamps: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(outputFolder, name), 'utf8'));
    return Object.entries(stamps).every(([path, stamp]) => stampOf(path) === stamp);
  } catch {
    // Never built, not built to the end, or one of the files is gone.
    return false;
  }
}

/** Writes a file of the build. A process that starts meanwhile finds the old one or the new one. */
export async function writeOutput(name: string, content: string | Uint8Array): Promise<void> {
  const path = join(outputFolder, name);
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, content);
  await rename(unfinished, path);
}

/** Changes whenever a file is saved. */
function stampOf(name: string): string {
  const { mtimeMs, size } = statSync(join(outputFolder, name));
  return `${mtimeMs} ${size}`;
}

function manifestOf(path: string): string {
  const folder = dirname(path);
  const manifest = join(folder, 'package.json');
  return existsSync(manifest) ? manifest : manifestOf(folder);
}
