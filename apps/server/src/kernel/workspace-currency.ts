import type { WorkspaceSettings } from './request-context.ts';

/** Why a currency cannot be used in a workspace, or null when it can. */
export function currencyProblem({ currencies }: Pick<WorkspaceSettings, 'currencies'>, code: string): string | null {
  return currencies.includes(code) ? null : `Must be one of the workspace’s currencies: ${currencies.join(', ')}.`;
}
