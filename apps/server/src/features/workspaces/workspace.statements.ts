import { sql } from 'kysely';
import { tablesOf } from '../../storage/index.ts';
import type { WorkspaceEntity } from './workspace.entity.ts';

const workspaces = tablesOf<typeof WorkspaceEntity>();

/** The columns of a workspace that its requests need. */
const settings = [
  'id',
  'slug',
  'name',
  'default_locale as defaultLocale',
  'locales',
  'default_currency as defaultCurrency',
  'currencies',
] as const;

export const selectById = workspaces.statement({
  name: 'workspace.by_id',
  parameters: { id: 'uuid' },
  build: (db, { id }) => db.selectFrom('workspace').select(settings).where('id', '=', id),
});

export const selectBySlug = workspaces.statement({
  name: 'workspace.by_slug',
  parameters: { slug: 'text' },
  build: (db, { slug }) => db.selectFrom('workspace').select(settings).where('slug', '=', slug),
});

/** All workspaces, oldest first. */
export const selectAll = workspaces.statement({
  name: 'workspace.all',
  parameters: {},
  build: (db) => db.selectFrom('workspace').select(settings).orderBy('id'),
});

export const selectCatalogVersion = workspaces.statement({
  name: 'catalog.version',
  parameters: { id: 'uuid' },
  withBegin: true,
  build: (db, { id }) =>
    db.selectFrom('workspace').select(sql<string>`catalog_version::text`.as('version')).where('id', '=', id),
});
