import { readFileSync, statSync } from 'node:fs';

/** Where the build is. Its modules find what they read at run time beside their sources, so it cannot be moved. */
export const outputFolder = new URL('../dist/', import.meta.url);

/** What the build was made from: paths relative to the build, each with its stamp. Written after everything else. */
export const recordFile = new URL('sources.json', outputFolder);

/** Builds the server and `pcm`, unless their sources are what they were at the last build. */
export async function buildServer(): Promise<void> {
  if (isUpToDate()) return;
  // Loaded late: most starts find the build up to date.
  const { bundle } = await import('./bundle.ts');
  await bundle();
}

/** Changes whenever a file is saved. */
export function stampOf(path: string): string {
  const { mtimeMs, size } = statSync(new URL(path, outputFolder));
  return `${mtimeMs} ${size}`;
}

function isUpToDate(): boolean {
  try {
    const stamps: Readonly<Record<string, string>> = JSON.parse(readFileSync(recordFile, 'utf8'));
    return Object.entries(stamps).every(([path, stamp]) => stampOf(path) === stamp);
  } catch {
    // Never built, not built to the end, or one of the files is gone.
    return false;
  }
}
