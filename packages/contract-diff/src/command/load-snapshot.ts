import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { CommandHost } from '@contract-kit/http-spec';
import { createSnapshot, type SnapshotOptions } from '../snapshot/create-snapshot.ts';
import { isFirstForm, readSnapshot } from '../snapshot/read-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { AppRouter } from '../ts-rest.ts';
import { checkOut } from './checkout.ts';

/** Which contract to load, and which exports of its module. */
export interface ContractSource {
  /** The module of the contract. */
  readonly contract: string;
  /** Name of its export. */
  readonly export: string;
  /** Name of the export with the options of `createSnapshot()`. */
  readonly options?: string;
}

const timeoutMs = 30_000;

/**
 * Loads the earlier contract: a file or an address of a snapshot or of an OpenAPI document, a module, or the contract
 * at a commit of the repository.
 *
 * @throws TypeError saying what is wrong with it.
 */
export async function loadEarlier(
  against: string,
  source: ContractSource,
  host: CommandHost<AppRouter>,
): Promise<Snapshot> {
  if (/^https?:\/\//i.test(against)) return readAddress(against);
  const file = resolve(host.folder, against);
  if (existsSync(file)) {
    return file.endsWith('.json') ? readFileOf(file) : loadModule({ ...source, contract: file }, host);
  }
  const checkout = await checkOut(against, host.folder);
  try {
    return await loadModule({ ...source, contract: checkout.pathOf(source.contract) }, host);
  } finally {
    await checkout.remove();
  }
}

/** @throws TypeError when the module lacks an export. */
export async function loadModule(source: ContractSource, host: CommandHost<AppRouter>): Promise<Snapshot> {
  const contract = await host.loadContract(source.contract, source.export);
  const options = source.options === undefined ? {} : await host.loadContract(source.contract, source.options);
  return createSnapshot(contract, options as SnapshotOptions);
}

async function readFileOf(file: string): Promise<Snapshot> {
  const json = parse(await readFile(file, 'utf8'), file);
  if (!isFirstForm(json)) return readSnapshot(json);
  const document = join(dirname(file), 'openapi.json');
  return readSnapshot(json, existsSync(document) ? parse(await readFile(document, 'utf8'), document) : undefined);
}

async function readAddress(address: string): Promise<Snapshot> {
  const json = await fetchJson(address);
  if (!isFirstForm(json)) return readSnapshot(json);
  return readSnapshot(json, await fetchJson(new URL('openapi.json', address).href));
}

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new TypeError(`${address} cannot be read: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  });
  if (!response.ok) throw new TypeError(`${address} cannot be read: it returned ${response.status}.`);
  return parse(await response.text(), address);
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TypeError(`${place} is not valid JSON.`, { cause: error });
  }
}
