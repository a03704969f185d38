import type { Scope } from '../../scopes.ts';
import { jobAccess } from '../jobs/job-values.ts';
import { type EventType, eventTypes } from './event-types.ts';

const products = ['products:read'] as const;
const catalog = ['catalog:read'] as const;
const assets = ['assets:read'] as const;

/** Scopes, one of which is needed to see failures of a type of work. */
const failureAccess = {
  ...{ import: jobAccess.import.see, export: jobAccess.export.see },
  'channel.publish': jobAccess['channel.publish'].see,
  'webhook.delivery': ['webhooks:read', 'webhooks:write'],
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

/** The work that `job.failed` may be about. */
export type FailedWork = keyof typeof failureAccess;

/** Scopes, one of which is needed to see the events of a type: those that read its records. */
export const eventAccess: Readonly<Record<EventType, readonly Scope[]>> = {
  'product.created': products,
  'product.updated': products,
  'product.deleted': products,
  'product.status_changed': products,
  'product.became_complete': products,
  'product.became_incomplete': products,
  'category.created': catalog,
  'category.updated': catalog,
  'category.deleted': catalog,
  'attribute.created': catalog,
  'attribute.updated': catalog,
  'attribute.deleted': catalog,
  'import.completed': jobAccess.import.see,
  'export.completed': jobAccess.export.see,
  'channel.publish.completed': jobAccess['channel.publish'].see,
  'asset.created': assets,
  'asset.deleted': assets,
  'job.failed': [...new Set(Object.values(failureAccess).flat())],
};

/** Scopes, one of which is needed to read events at all. */
export const eventScopes: readonly Scope[] = [...new Set(Object.values(eventAccess).flat())];

/** What a key with some scopes may see: types of events, and the work that `job.failed` may be about. */
export interface VisibleEvents {
  readonly types: readonly EventType[];
  readonly failedWork: readonly FailedWork[];
  /** True when nothing is hidden. */
  readonly everything: boolean;
}

export function visibleEvents(scopes: ReadonlySet<string>): VisibleEvents {
  const seesAny = (access: readonly Scope[]) => access.some((scope) => scopes.has(scope));
  const types = eventTypes.filter((type) => seesAny(eventAccess[type]));
  const allWork = Object.keys(failureAccess) as FailedWork[];
  const failedWork = allWork.filter((work) => seesAny(failureAccess[work]));
  const everything = types.length === eventTypes.length && failedWork.length === allWork.length;
  return { types, failedWork, everything };
}
