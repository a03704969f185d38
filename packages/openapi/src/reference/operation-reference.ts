import { policyOf, type RoutePolicy, routesOf, type Vocabulary, vocabularyOf } from '@contract-kit/http-spec';
import { formatBytes } from '../format-bytes.ts';
import { code, toPage, toTable } from '../markdown.ts';
import { describeLimit } from '../operation/describe-operation.ts';
import type { OpenApiOptions } from '../options.ts';
import { tagOf } from '../tags.ts';
import type { AppRoute, AppRouter } from '../ts-rest.ts';

interface Entry {
  readonly route: AppRoute;
  readonly policy: RoutePolicy;
}

interface SectionOptions extends Pick<OpenApiOptions, 'tags'> {
  /** Codes that are listed once, above the sections. */
  readonly common: readonly string[];
  readonly vocabulary: Vocabulary;
}

/**
 * The contract's operations as a Markdown page, one table per tag: request, scopes, policies and error codes.
 *
 * @example
 * await writeFile('docs/reference/operations.md', createOperationReference(contract));
 */
export function createOperationReference(contract: AppRouter, options: Pick<OpenApiOptions, 'tags'> = {}): string {
  const entries = routesOf<AppRoute>(contract).map((route) => ({ route, policy: policyOf(route) }));
  const vocabulary = vocabularyOf(contract);
  const everywhere = commonCodes(entries);
  const common = commonCodes(entries.filter(({ policy }) => policy.auth.length > 0));
  const withCaller = common.filter((error) => !everywhere.includes(error));
  const groups = Map.groupBy(entries, ({ policy }) => tagOf(policy.operationId, options.tags));
  const known = Object.entries(options.tags ?? {}).map(([group, { name = group }]) => name);
  const names = [...new Set([...known, ...groups.keys()])].filter((name) => groups.has(name));
  return toPage(
    'Operations',
    `Every operation can fail with ${list(everywhere)}, and authenticated operations also with ${list(withCaller)}. ` +
      'The tables name the other codes; [error codes](errors.md) explains them.',
    describeLimits(entries, vocabulary),
    ...names.map((name) => createSection(name, groups.get(name) ?? [], { ...options, common, vocabulary })),
  );
}

function createSection(
  name: string,
  entries: readonly Entry[],
  { common, vocabulary, tags = {} }: SectionOptions,
): string {
  const description = Object.entries(tags).find(([group, tag]) => (tag.name ?? group) === name)?.[1].description;
  const rows = entries.map(({ route, policy }) => [
    `${code(policy.operationId)}<br>${route.summary ?? ''}${describeDeprecation(policy)}`,
    code(`${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`),
    describeAccess(policy, vocabulary),
    describePolicies(policy).join('<br>'),
    policy.errors
      .filter((error) => !common.includes(error))
      .map(code)
      .join(' '),
  ]);
  const table = toTable(['Operation', 'Request', 'Scopes', 'Policies', 'Error codes'], rows);
  return [`## ${name}`, description, table].filter(Boolean).join('\n\n');
}

function describeDeprecation({ deprecated }: RoutePolicy): string {
  if (deprecated === undefined) return '';
  const { since, sunset, successor } = deprecated;
  const words = [
    `deprecated since ${since}`,
    ...(sunset === undefined ? [] : [`until ${sunset}`]),
    ...(successor === undefined ? [] : [`use ${code(successor)}`]),
  ];
  return ` (${words.join(', ')})`;
}

function describeAccess({ auth, scopes, anyScopes = [] }: RoutePolicy, { authSchemes }: Vocabulary): string {
  if (auth.length === 0) return 'anyone';
  const needed = [...scopes.map(code), ...(anyScopes.length === 0 ? [] : [anyScopes.map(code).join(' or ')])];
  const schemes = Object.keys(authSchemes).length === 1 ? [] : [`by ${auth.map(code).join(' or ')}`];
  return [...(needed.length === 0 ? ['any caller'] : needed), ...schemes].join(' ');
}

function describePolicies({
  idempotency,
  entityTag,
  ifMatch,
  missing,
  ranges,
  bodyLimit,
  fileLimit,
  bodyTypes,
}: RoutePolicy): string[] {
  const types =
    bodyTypes.length > 1 || bodyTypes[0] !== 'application/json' ? `: ${bodyTypes.map(code).join(', ')}` : '';
  const files = fileLimit === undefined ? '' : `, files up to ${formatBytes(fileLimit)}`;
  return [
    ...(bodyLimit === null ? [] : [`body up to ${formatBytes(bodyLimit)}${files}${types}`]),
    ...(idempotency === 'accepted' ? [code('Idempotency-Key')] : []),
    ...(entityTag === 'read' ? [`${code('ETag')}, ${code('If-None-Match')}`] : []),
    ...(entityTag === 'write'
      ? [`${code('ETag')}, ${code('If-Match')}${ifMatch === 'required' ? ' required' : ''}`]
      : []),
    ...(ranges === true ? [`${code('Range')}, ${code('If-None-Match')}`] : []),
    ...(missing === 'create' ? ['creates what does not exist'] : []),
  ];
}

function describeLimits(entries: readonly Entry[], { limits = {} }: Vocabulary): string {
  const names = [...new Set(entries.flatMap(({ policy }) => policy.limits))];
  return `Rate limit: ${names.map((name) => describeLimit(name, limits[name])).join(' ')}`;
}

function list(codes: readonly string[]): string {
  return codes.length === 0 ? 'no other' : codes.map(code).join(', ');
}

/** Codes each of the operations can return, in the order of the error table. */
function commonCodes(entries: readonly Entry[]): string[] {
  const [first, ...others] = entries.map(({ policy }) => policy.errors);
  return (first ?? []).filter((error) => others.every((errors) => errors.includes(error)));
}
