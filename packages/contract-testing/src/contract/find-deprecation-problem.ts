import { deprecationFields, linkTargetOf, type RoutePolicy } from '@contract-kit/http-spec';
import type { ContractRoute } from './contract-route.ts';

/**
 * How the deprecation headers of a response differ from the contract.
 *
 * @param routes the routes of the contract; the link to a successor outside of them is not checked.
 */
export function findDeprecationProblem(
  { deprecated }: RoutePolicy,
  headers: Headers,
  routes: readonly Pick<ContractRoute, 'id' | 'path'>[],
): string | null {
  if (deprecated === undefined) return null;
  const declared = deprecationFields(deprecated);
  for (const name of ['Deprecation', 'Sunset'] as const) {
    const value = headers.get(name);
    if (value !== (declared[name] ?? null)) {
      return `The header ${name} is ${shown(value)}, not ${shown(declared[name] ?? null)}.`;
    }
  }
  const links = headers.get('Link');
  const page = linkTargetOf(links, 'deprecation');
  if (page !== (deprecated.link ?? null)) {
    return `The link "deprecation" is ${shown(page)}, not ${shown(deprecated.link ?? null)}.`;
  }
  const successor = routes.find(({ id }) => id === deprecated.successor);
  if (successor === undefined) return null;
  const target = linkTargetOf(links, 'successor-version');
  const leadsThere = new RegExp(`${successor.path.replace(/:\w+/g, '[^/?#]+')}$`);
  // Without the parameters of the successor's path there is no link to it.
  const isMissing = target === null && !successor.path.includes(':');
  if (!isMissing && (target === null || leadsThere.test(target))) return null;
  return `The link "successor-version" is ${shown(target)}, which is not ${successor.path}.`;
}

function shown(value: string | null): string {
  return value === null ? 'missing' : `"${value}"`;
}
