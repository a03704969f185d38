import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSnapshot } from '@contract-kit/diff';
import { createOpenApiDocument, toCanonicalJson } from '@contract-kit/openapi';
import { apiDescription, contract } from '@product-content/contract';

/**
 * The command `node docs/freeze.ts [folder]`: records the API as its version promises it, in
 * `releases/<version>`. A release is written once; when the version exists already the command fails.
 *
 * @returns the paths written.
 */
export async function freeze(folder: string): Promise<string[]> {
  const { version } = apiDescription.info;
  const release = join(folder, 'releases', version);
  const files = {
    'openapi.json': toCanonicalJson(await createOpenApiDocument(contract, apiDescription)),
    'contract.json': toCanonicalJson(await createSnapshot(contract, apiDescription)),
  };
  await mkdir(release, { recursive: true });
  const paths = Object.entries(files).map(async ([name, text]) => {
    const path = join(release, name);
    await writeFile(path, text, { flag: 'wx' });
    return path;
  });
  return Promise.all(paths);
}

if (import.meta.main) {
  for (const path of await freeze(process.argv[2] ?? import.meta.dirname)) process.stdout.write(`written: ${path}\n`);
}
