import type { InputValues, LargeResponse, RateLimitPolicy, RoutePolicy, Vocabulary } from '@contract-kit/http-spec';
import { code } from '../markdown.ts';

/** The description of an operation: its own, then its policies in words. */
export function describeOperation(
  description: string | undefined,
  policy: RoutePolicy,
  vocabulary: Vocabulary,
): string {
  const lines = [
    ...describeDeprecation(policy),
    ...describeAuth(policy, vocabulary),
    `**Scopes:** ${describeScopes(policy)}`,
    describeLimits(policy, vocabulary),
    ...describeIdempotency(policy),
    ...describeEntityTag(policy),
    ...describeRanges(policy),
  ];
  return [description, lines.map((line) => `- ${line}`).join('\n')].filter(Boolean).join('\n\n');
}

function describeDeprecation({ deprecated }: RoutePolicy): string[] {
  if (deprecated === undefined) return [];
  const { since, sunset, successor, link } = deprecated;
  const sentences = [
    `**Deprecated** since ${since}${successor === undefined ? '' : `: call ${code(successor)} instead`}.`,
    ...(sunset === undefined ? [] : [`It fails with 410 from ${sunset} on.`]),
    ...(link === undefined ? [] : [`[How to move on](${link})`]),
  ];
  return [sentences.join(' ')];
}

/** The accepted schemes; empty if the API has only one, which its security section describes. */
function describeAuth({ auth }: RoutePolicy, { authSchemes }: Vocabulary): string[] {
  if (auth.length === 0 || Object.keys(authSchemes).length === 1) return [];
  return [`**Authentication:** ${auth.map(code).join(' or ')}.`];
}

function describeScopes({ auth, scopes, anyScopes = [] }: RoutePolicy): string {
  if (auth.length === 0) return 'none, anyone may call.';
  const needed = [...scopes.map(code), ...(anyScopes.length === 0 ? [] : [anyScopes.map(code).join(' or ')])];
  return needed.length === 0 ? 'none, any caller that authenticates.' : `${needed.join(' and ')}.`;
}

function describeLimits({ limits }: RoutePolicy, vocabulary: Vocabulary): string {
  const noun = limits.length === 1 ? 'Rate limit' : 'Rate limits';
  return `**${noun}:** ${limits.map((name) => describeLimit(name, vocabulary.limits?.[name])).join(' ')}`;
}

/** A limit in words: `standard, 600 requests per rolling 60 s.` */
export function describeLimit(name: string, limit: RateLimitPolicy | undefined): string {
  if (limit === undefined) return `\`${name}\`.`;
  return `\`${name}\`, ${limit.limit} requests per rolling ${limit.windowMs / 1000} s.`;
}

function describeIdempotency({ idempotency, secretResponse, largeResponse }: RoutePolicy): string[] {
  if (idempotency === 'none') return [];
  const replays = secretResponse
    ? 'a replay, only for the same caller, carries `Idempotent-Replayed: true`.'
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

/** Values of a request as written: `include=items`, `async: true`. */
function describeValues(values: InputValues): string {
  const written = Object.entries(values).map(([path, value]) => {
    const [place, ...names] = path.split('.');
    return code(place === 'query' ? `${names.join('.')}=${value}` : `${names.join('.')}: ${JSON.stringify(value)}`);
  });
  return written.join(' or ');
}

function describeRanges({ ranges }: RoutePolicy): string[] {
  if (ranges === undefined) return [];
  return ['**Ranges:** `Range` requests a part (206); `If-None-Match` saves the transfer when nothing changed (304).'];
}

function describeEntityTag({ entityTag, ifMatch }: RoutePolicy): string[] {
  if (entityTag === 'none') return [];
  if (ifMatch === 'required') {
    return [
      '**Entity tag:** the change requires `If-Match` (428), and is refused if the record has another version (412).',
    ];
  }
  return entityTag === 'read'
    ? ['**Entity tag:** returns an `ETag`; `If-None-Match` saves the body when nothing changed (304).']
    : ['**Entity tag:** `If-Match` refuses the change when the record has another version (412).'];
}
