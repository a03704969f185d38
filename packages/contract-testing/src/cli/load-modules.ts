import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord } from '@contract-kit/openapi/schemas';
import type { AppRouter } from '@ts-rest/core';
import type { VerifyOptions } from '../options.ts';

/** What a setup module may export. */
export type Setup = Pick<VerifyOptions, 'links' | 'prepare' | 'volatileFields'>;

/** @throws TypeError when the module does not export the name. */
export async function loadContract(file: string, name: string, folder: string): Promise<AppRouter> {
  const exported = (await load(file, folder))[name];
  if (!isRecord(exported)) throw new TypeError(`${file} exports no "${name}".`);
  return exported as AppRouter;
}

/** @throws TypeError when the module exports none of what is used. */
export async function loadSetup(file: string, folder: string): Promise<Setup> {
  const { links, prepare, volatileFields } = (await load(file, folder)) as Setup;
  const setup = Object.entries({ links, prepare, volatileFields }).filter(([, value]) => value !== undefined);
  if (setup.length === 0) throw new TypeError(`${file} exports no links, prepare or volatileFields.`);
  return Object.fromEntries(setup);
}

async function load(file: string, folder: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(resolve(folder, file)).href)) as Record<string, unknown>;
  } catch (error) {
    throw new TypeError(`${file} cannot be loaded: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}
