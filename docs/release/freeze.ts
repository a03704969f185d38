import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOpenApiDocument, toCanonicalJson } from '@contract-kit/openapi';
import { apiDescription, contract } from '@product-content/contract';
import { acknowledgedFile, currentSnapshot, readAcknowledgements } from './releases.ts';

/**
 * Records the API as its version promises it, in `releases/<version>`, with the reasons for what it breaks: the list of
 * reasons begins anew. A release is written once.
 *
 * @param folder that has `releases`.
 * @returns the paths written.
 * @throws Error with the code `EEXIST` when the version exists already.
 */
export async function freeze(folder: string): Promise<string[]> {
  const { version } = apiDescription.info;
  const release = join(folder, 'releases', version);
  const files = {
    'openapi.json': toCanonicalJson(await createOpenApiDocument(contract, apiDescription)),
    'contract.json': toCanonicalJson(await currentSnapshot()),
    [acknowledgedFile]: toCanonicalJson(await readAcknowledgements()),
  };
  await mkdir(release, { recursive: true });
  const written = Object.entries(files).map(async ([name, text]) => {
    const path = join(release, name);
    await writeFile(path, text, { flag: 'wx' });
    return path;
  });
  const paths = await Promise.all(written);
  await writeFile(join(folder, 'releases', acknowledgedFile), toCanonicalJson([]));
  return paths;
}
