import {
  type ChannelPlatform,
  channelCredentials,
  channelSettings,
  type MappingEntry,
} from '@product-content/contract';
import {
  ApiError,
  currencyProblem,
  FieldProblems,
  invalidFields,
  rootField,
  toFieldErrors,
  type WorkspaceSettings,
} from '../../kernel/index.ts';
import type { UrlCheck } from '../../outbound/index.ts';
import type { CatalogSnapshot } from '../catalog/index.ts';
import { createProductColumns } from '../columns/index.ts';
import { columnKeyOf } from './mapping/compile-mapping.ts';
import type { Platform } from './platforms/platform.ts';

/** The parts of a channel that are checked against its workspace, its catalog and its platform. */
export interface CheckedDefinition {
  readonly locale: string;
  readonly currency: string;
  readonly mapping: readonly MappingEntry[] | null;
}

export interface CheckScope {
  readonly workspace: WorkspaceSettings;
  readonly catalog: CatalogSnapshot;
  readonly platform: Platform;
}

/** @throws ApiError `validation_failed` naming everything that does not exist. */
export function checkDefinition({ locale, currency, mapping }: CheckedDefinition, scope: CheckScope): void {
  const { workspace } = scope;
  const problems = new FieldProblems();
  if (!workspace.locales.includes(locale)) {
    problems.add('locale', `Must be one of the workspace’s locales: ${workspace.locales.join(', ')}.`);
  }
  const problem = currencyProblem(workspace, currency);
  if (problem !== null) problems.add('currency', problem);
  checkMapping(mapping ?? [], scope, problems);
  problems.throwIfAny();
}

function checkMapping(
  mapping: readonly MappingEntry[],
  { workspace, catalog, platform }: CheckScope,
  problems: FieldProblems,
): void {
  const columns = createProductColumns({ workspace, catalog });
  for (const [index, { target, source, transform = [] }] of mapping.entries()) {
    const path = `mapping.${index}`;
    if (platform.fields?.has(target) === false) problems.add(`${path}.target`, `${platform.name} has no such field.`);
    const keys = source.map(columnKeyOf);
    for (const key of keys) {
      if (key === null || columns.find(key) !== undefined) continue;
      const code = /^attributes\.(.*)$/.exec(key)?.[1];
      problems.add(
        `${path}.source`,
        code === undefined ? `"${key}" is not a column key.` : `No attribute "${code}" exists.`,
      );
    }
    if (transform.includes('categoryPath') && !keys.includes('category')) {
      problems.add(`${path}.transform`, '"categoryPath" can only be applied to the field "category".');
    }
    if (transform.includes('label') && !source.some((one) => 'attribute' in one)) {
      problems.add(`${path}.transform`, '"label" can only be applied to an attribute.');
    }
  }
}

/** @returns the settings with their defaults. @throws ApiError `validation_failed` at `settings…`. */
export async function checkSettings(
  platform: ChannelPlatform,
  input: unknown,
  checkUrl: UrlCheck,
): Promise<Record<string, unknown>> {
  const { success, data, error } = channelSettings[platform].safeParse(input === undefined ? {} : input);
  if (!success) throw below('settings', toFieldErrors(error.issues));
  if ('url' in data) await checkUrl(data.url).catch((cause: unknown) => throwBelow('settings', cause));
  return data;
}

/** @returns the credentials as text, ready for encryption. @throws ApiError `validation_failed` at `credentials…`. */
export function checkCredentials(platform: ChannelPlatform, input: unknown): string | null {
  const { success, data, error } = channelCredentials[platform].safeParse(input);
  if (!success) throw below('credentials', toFieldErrors(error.issues));
  return Object.keys(data).length === 0 ? null : JSON.stringify(data);
}

function throwBelow(path: string, cause: unknown): never {
  const fields = cause instanceof ApiError ? cause.details?.fieldErrors : undefined;
  throw fields === undefined ? cause : below(path, fields);
}

/** Prefixes the problems of a part of the body with its path. */
function below(path: string, fields: Readonly<Record<string, string>>): ApiError {
  const entries = Object.entries(fields);
  return invalidFields(
    Object.fromEntries(entries.map(([field, message]) => [field === rootField ? path : `${path}.${field}`, message])),
  );
}
