import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenApiDocument } from '@contract-kit/openapi';
import { findDocumentProblems } from '@contract-kit/openapi/testing';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it, onTestFinished } from 'vitest';
import { findStaleFiles, generateFiles, main } from './generate.ts';

const files = await generateFiles();
const ignore = () => {};

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it('finds the committed files as the contract has them; run `node docs/generate.ts` when this fails', async () => {
  expect(await findStaleFiles(import.meta.dirname, files)).toEqual([]);
});

it('describes the API by a document without problems', async () => {
  const document = JSON.parse(files.get('openapi.json') as string) as OpenApiDocument;
  expect(await findDocumentProblems(document)).toEqual([]);
});

it('describes it for generators by a valid document of OpenAPI 3.0', async () => {
  const document = JSON.parse(files.get('openapi.generators.json') as string) as object;
  const { valid, errors } = await new Validator().validate(document as Record<string, unknown>);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

it('writes every file, and nothing when run again', async () => {
  const folder = await temporaryFolder();
  const lines: string[] = [];
  expect(await main([folder], (line) => lines.push(line))).toBe(0);
  expect(lines).toEqual([...files.keys()].map((path) => `written: ${join(folder, path)}`));
  expect(await main([folder], (line) => lines.push(line), files)).toBe(0);
  expect(lines).toHaveLength(files.size);
});

it('fails the check when a file is missing or differs, and names it', async () => {
  const folder = await temporaryFolder();
  expect(await main(['--check', folder], ignore, files)).toBe(1);
  await main([folder], ignore, files);
  expect(await main(['--check', folder], ignore, files)).toBe(0);
  await writeFile(join(folder, 'openapi.json'), '{}');
  const lines: string[] = [];
  expect(await main(['--check', folder], (line) => lines.push(line), files)).toBe(1);
  expect(lines).toEqual([`stale: ${join(folder, 'openapi.json')}`]);
});
