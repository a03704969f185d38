import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord } from '@contract-kit/openapi/schemas';
import type { App, VerifySettings } from '../calling/options.ts';
import type { AppRouter } from '../ts-rest.ts';

/** What a setup module may export. */
export type Setup = Pick<VerifySettings, (typeof setupNames)[number]>;

const setupNames = ['credentials', 'links', 'prepare', 'volatileFields'] as const;

/** An app exported by a module, and how to close it. */
export interface LoadedApp {
  readonly app: App;
  /** The module's `close`, or a no-op. */
  close(): unknown;
}

/** @throws TypeError when the module does not export the name. */
export async function loadContract(file: string, name: string, folder: string): Promise<AppRouter> {
  const exported = (await load(file, folder))[name];
  if (!isRecord(exported)) throw new TypeError(`${file} exports no "${name}".`);
  return exported as AppRouter;
}

/** @throws TypeError when the module exports none of the known names. */
export async function loadSetup(file: string, folder: string): Promise<Setup> {
  const module = await load(file, folder);
  const setup = setupNames.map((name) => [name, module[name]]).filter(([, value]) => value !== undefined);
  if (setup.length === 0) throw new TypeError(`${file} exports none of ${setupNames.join(', ')}.`);
  return Object.fromEntries(setup);
}

/** @throws TypeError when the module exports neither `app` nor a default. */
export async function loadApp(file: string, folder: string): Promise<LoadedApp> {
  const { app, default: standard, close } = await load(file, folder);
  const found = app ?? standard;
  if (found === undefined) throw new TypeError(`${file} exports neither "app" nor a default.`);
  return { app: found as App, close: typeof close === 'function' ? () => close() : () => undefined };
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
