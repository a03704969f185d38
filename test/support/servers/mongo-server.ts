import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { killProgram, startProgram, succeeds, type TestServer } from './server-process.ts';

const folder = fileURLToPath(new URL('./', import.meta.url));

const classPath = succeeds('java', ['-version']) ? readClassPath() : null;

/** Whether this machine has what {@link startMongo} needs: Java, and Maven that finds a server speaking the protocol. */
export const hasMongo = classPath !== null;

/** Starts a server that speaks MongoDB's protocol and keeps everything in memory. */
export async function startMongo(): Promise<TestServer> {
  if (classPath === null) throw new Error('There is no server that speaks the protocol of MongoDB.');
  const { child, line } = await startProgram('java', ['-cp', classPath, `${folder}MongoServerMain.java`], /^\d+$/);
  return { url: `mongodb://127.0.0.1:${line}/test`, stop: () => killProgram(child) };
}

/** Null where there is no Maven, or it cannot reach what it needs. */
function readClassPath(): string | null {
  const scratch = mkdtempSync(join(tmpdir(), 'product-content-mongo-'));
  try {
    const file = join(scratch, 'class-path');
    const goal = ['dependency:build-classpath', `-Dmdep.outputFile=${file}`];
    const args = ['-q', '-B', '-f', `${folder}mongo-server.pom.xml`, ...goal];
    return succeeds('mvn', args) ? readFileSync(file, 'utf8') : null;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
