import { mkdir } from 'node:fs/promises';
import { isUpToDate, outputFolder, SourceRecord, writeOutput } from './source-record.ts';

/** What is built on its own when its sources have changed, and the name of its record. */
const parts = { 'server-sources.json': makeServer, 'console-sources.json': makeConsole };

/** Builds the server, `pcm` and the console, unless their sources are what they were at the last build. */
export async function build(): Promise<void> {
  for (const [name, make] of Object.entries(parts)) {
    if (isUpToDate(name)) continue;
    await mkdir(outputFolder, { recursive: true });
    const record = new SourceRecord();
    await make(record);
    await writeOutput(name, JSON.stringify(record));
  }
}

// The bundler is loaded late: most starts find the build up to date.

async function makeServer(record: SourceRecord): Promise<void> {
  const { bundleServer } = await import('./bundle-server.ts');
  await bundleServer(record);
}

async function makeConsole(record: SourceRecord): Promise<void> {
  const { buildConsole } = await import('@product-content/console');
  const files = await buildConsole((path) => record.add(path));
  await writeOutput('console.json', JSON.stringify(files));
}
