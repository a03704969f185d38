import type { EntityTagCondition } from '@contract-kit/http-spec';

/** The settings of a workspace for all its records. */
export interface WorkspaceSettings {
  /** UUID as text. */
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** BCP 47; one of `locales`. */
  readonly defaultLocale: string;
  readonly locales: readonly string[];
  /** ISO 4217; one of `currencies`. */
  readonly defaultCurrency: string;
  readonly currencies: readonly string[];
}

/** Why a currency cannot be used in a workspace, or null when it can. */
export function currencyProblem({ currencies }: Pick<WorkspaceSettings, 'currencies'>, code: string): string | null {
  return currencies.includes(code) ? null : `Must be one of the workspace’s currencies: ${currencies.join(', ')}.`;
}

/** The author of a change; stored with each product version. */
export interface Actor {
  readonly type: 'key' | 'cli' | 'job';
  /** Public: `key_…` for an API key, `cli`, the name of a job. */
  readonly id: string;
  readonly name: string;
}

/** How a change came in; stored with each product version. */
export type ChangeSource = 'api' | 'import' | 'bulk' | 'job' | 'app';

/** The first argument of every service: the caller, the workspace, and the preconditions. */
export interface RequestContext {
  readonly workspace: WorkspaceSettings;
  readonly actor: Actor;
  readonly source: ChangeSource;
  readonly requestId: string;
  /** The If-Match of the request, checked again within the UPDATE; null when there was none. */
  readonly ifMatch?: EntityTagCondition | null;
  /** The If-None-Match of the request: a write with `*` must not find the record. */
  readonly ifNoneMatch?: EntityTagCondition | null;
}

/**
 * What the server adds to the context of every handler: `context.ctx` is the first argument of services. Routes without
 * a key have none.
 */
export interface RouteContext {
  readonly ctx: RequestContext;
}
