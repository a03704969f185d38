import type { InputValues, LargeResponse, RateLimitPolicy, RoutePolicy } from '@contract-kit/http-spec';
import { code } from '../reference/markdown.ts';

/** What a reader of an operation must know beyond its schemas, in words: its own description, then its policies. */
export function describeOperation(
  description: string | undefined,
  policy: RoutePolicy,
  limits: Readonly<Record<string, RateLimitPolicy>>,
): string {
  const lines = [
    `**Scopes:** ${describeScopes(policy)}`,
    `**Rate limit:** ${describeLimit(policy.limit, limits[policy.limit])}`,
    ...describeIdempotency(policy),
    ...describeEntityTag(policy),
    ...describeRanges(policy),
  ];
  return [description, lines.map((line) => `- ${line}`).join('\n')].filter(Boolean).join('\n\n');
}

export function describeScopes({ auth, scopes, anyScopes = [] }: RoutePolicy): string {
  if (auth === 'none') return 'none, no key needed.';
  const needed = [...scopes.map(code), ...(anyScopes.length === 0 ? [] : [anyScopes.map(code).join(' or ')])];
  return needed.length === 0 ? 'any valid key.' : `${needed.join(' and ')}.`;
}

/** A limit in words: `standard, 600 requests per rolling 60 s.` */
export function describeLimit(name: string, limit: RateLimitPolicy | undefined): string {
  if (limit === undefined) return `\`${name}\`.`;
  return `\`${name}\`, ${limit.limit} requests per rolling ${limit.windowMs / 1000} s.`;
}

function describeIdempotency({ idempotency, secretResponse, largeResponse }: RoutePolicy): string[] {
  if (idempotency === 'none') return [];
  const replays = secretResponse
    ? 'a replay, for the same API key alone, carries `Idempotent-Replayed: true`.'
    : 'a replay carries `Idempotent-Replayed: true`.';
  return [
    `**Idempotency:** repeat it safely with an \`Idempotency-Key\`; ${replays}`,
    ...(largeResponse === undefined ? [] : [describeRoom(largeResponse)]),
  ];
}

function describeRoom({ when, unless }: LargeResponse): string {
  const conditions = [
    ...(when === undefined ? [] : [` and ${describeValues(when)}`]),
    ...(unless === undefined ? [] : [`, unless ${describeValues(unless)},`]),
  ];
  return `**Stored responses:** with an \`Idempotency-Key\`${conditions.join('')} it is refused with 429 while the responses stored so far leave no room for another.`;
}

/** Values of a request as one writes them: `include=items`, `async: true`. */
function describeValues(values: InputValues): string {
  const written = Object.entries(values).map(([path, value]) => {
    const [place, ...names] = path.split('.');
    return code(place === 'query' ? `${names.join('.')}=${value}` : `${names.join('.')}: ${JSON.stringify(value)}`);
  });
  return written.join(' or ');
}

function describeRanges({ ranges }: RoutePolicy): string[] {
  if (ranges === undefined) return [];
  return ['**Ranges:** `Range` asks for a part (206), `If-None-Match` saves the file when nothing changed (304).'];
}

function describeEntityTag({ entityTag }: RoutePolicy): string[] {
  if (entityTag === 'none') return [];
  return entityTag === 'read'
    ? ['**Entity tag:** answers with an `ETag`; `If-None-Match` saves the body when nothing changed (304).']
    : ['**Entity tag:** `If-Match` refuses the change when the record has another version (412).'];
}
