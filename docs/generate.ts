import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renderRoutes } from '@contract-kit/client';
import {
  createErrorReference,
  createEventReference,
  createGeneratorDocument,
  createLimitReference,
  createOpenApiDocument,
  createOperationReference,
  createScopeReference,
  createToolReference,
  toCanonicalJson,
} from '@contract-kit/openapi';
import { apiDescription, contract, describedLimits, eventRetentionDays } from '@product-content/contract';
import { drawPicture } from './.vitepress/diagrams.ts';
import { renderApiChangelog } from './release/releases.ts';
import { renderStandardVectors, renderVectors } from './webhook-vectors/render-vectors.ts';

/** Text by path relative to a folder. */
export type GeneratedFiles = ReadonlyMap<string, string>;

const aboutEvents = [
  'What is posted to [webhook endpoints](../guides/receiving-webhooks.md) that ask for it, and read in order at',
  `\`GET /events\` for ${eventRetentionDays} days. The body is \`{ id, type, createdAt, workspaceId, data }\`; records in`,
  '`data` are as the change left them, their schemas are in [openapi.json](../openapi.json).',
].join('\n');

/** Everything in this folder that is generated. */
export async function generateFiles(): Promise<GeneratedFiles> {
  const document = await createOpenApiDocument(contract, apiDescription);
  const flow = readFileSync(new URL('pictures/contract.mmd', import.meta.url), 'utf8');
  return new Map([
    ['guides/snippets/typed-client/routes.ts', renderRoutes(contract, { from: '@product-content/contract' })],
    ['openapi.json', toCanonicalJson(document)],
    ['openapi.generators.json', toCanonicalJson(createGeneratorDocument(document))],
    ['pictures/contract.svg', drawPicture(flow, 'What one contract gives')],
    ['reference/errors.md', createErrorReference(contract)],
    ['reference/events.md', createEventReference(apiDescription.webhooks, aboutEvents)],
    ['reference/limits.md', createLimitReference(contract, describedLimits)],
    ['reference/operations.md', createOperationReference(contract, apiDescription)],
    ['reference/scopes.md', createScopeReference(contract)],
    ['reference/tools.md', createToolReference(contract)],
    ['releases/CHANGELOG.md', await renderApiChangelog()],
    ['webhook-vectors.json', renderVectors()],
    ['webhook-vectors-standard.json', renderStandardVectors()],
  ]);
}

/** Paths whose file in the folder is missing or differs. */
export async function findStaleFiles(folder: string, files: GeneratedFiles): Promise<string[]> {
  const stale = [...files].map(async ([path, text]) => {
    const current = await readFile(join(folder, path), 'utf8').catch(() => null);
    return current === text ? [] : [path];
  });
  return (await Promise.all(stale)).flat();
}

/** Writes the files that are stale and returns their paths. */
export async function writeFiles(folder: string, files: GeneratedFiles): Promise<string[]> {
  const stale = await findStaleFiles(folder, files);
  for (const path of stale) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), files.get(path) as string);
  }
  return stale;
}

/**
 * The command `node docs/generate.ts [--check] [folder]`.
 *
 * @param generated what to write or compare with, for a caller that has generated it.
 * @returns The exit code: with `--check`, 1 when a file is stale.
 */
export async function main(
  args: readonly string[],
  print: (line: string) => void,
  generated?: GeneratedFiles,
): Promise<number> {
  const check = args.includes('--check');
  const folder = args.find((argument) => !argument.startsWith('--')) ?? import.meta.dirname;
  const files = generated ?? (await generateFiles());
  const stale = check ? await findStaleFiles(folder, files) : await writeFiles(folder, files);
  for (const path of stale) print(`${check ? 'stale' : 'written'}: ${join(folder, path)}`);
  return check && stale.length > 0 ? 1 : 0;
}

if (import.meta.main) {
  process.exitCode = await main(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
}
