import { headerNames } from '@contract-kit/http-spec';
import type { ContractRoute } from '../contract/contract-route.ts';
import type { Draft, Key, SendOptions } from './draft.ts';

/** A request as it goes out; keys are still names, filled in by who sends it. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: none. */
  readonly body: string | FormData | undefined;
}

/** A draft as it goes out. */
export function toRequest(
  route: ContractRoute,
  draft: Draft,
  { key = null, headerKey, method = route.method, target }: SendOptions,
): OutgoingRequest {
  const { body } = draft;
  const isRaw = body instanceof FormData || (typeof body === 'string' && 'content-type' in draft.headers);
  const types = route.policy.bodyTypes;
  const jsonType = types.includes('application/json') ? 'application/json' : (types[0] ?? 'application/json');
  return {
    method,
    url: target ?? targetOf(route, draft),
    headers: {
      ...(key && { [headerNames.authorization]: `Bearer ${placeholder(key)}` }),
      ...(headerKey && { [headerNames.apiKey]: placeholder(headerKey) }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': jsonType }),
      ...draft.headers,
    },
    body: body === undefined ? undefined : isRaw ? body : JSON.stringify(body),
  };
}

/** Stands for a key in a request that may be shown. */
export function placeholder({ name }: Key): string {
  return `$${name}`;
}

/** Path and query of a draft, encoded. */
export function targetOf({ path }: ContractRoute, { params, query }: Pick<Draft, 'params' | 'query'>): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? `:${name}`));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, textOf(value)])).toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** A query parameter as it travels. */
export function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(',') : String(value);
}
