import { randomBytes } from 'node:crypto';
import type { OpenApiDocument } from '@contract-kit/openapi';
import { Caller } from '../calling/caller.ts';
import type { Draft, Key, SendOptions } from '../calling/draft.ts';
import type { Exchange } from '../calling/exchange.ts';
import { toRequest } from '../calling/to-request.ts';
import type { ContractRoute } from '../contract/contract-route.ts';
import { type HeaderDocument, toHeaderDocument } from '../contract/find-header-problem.ts';
import { recordRouteOf } from '../contract/path-template.ts';
import type { VerifyOptions } from '../options.ts';

/** A record the run created, and how it is removed. */
interface Leftover {
  readonly route: ContractRoute;
  readonly params: Readonly<Record<string, string>>;
  readonly key: Key | null;
}

/** One run against one server: who calls, what was said, what was left behind. */
export class Session {
  readonly options: VerifyOptions;
  readonly routes: readonly ContractRoute[];
  readonly document: HeaderDocument;
  readonly seed: number;
  readonly runs: number;
  readonly keys: { readonly full: Key; readonly other: Key | null };
  /** What was exchanged, by operation id. */
  readonly exchanges = new Map<string, Exchange[]>();
  readonly #caller: Caller;
  readonly #runId = randomBytes(3).toString('hex');
  readonly #restricted = new Map<string, Key>();
  #leftovers: Leftover[] = [];
  #names = 0;

  constructor(routes: readonly ContractRoute[], document: OpenApiDocument, options: VerifyOptions) {
    const { full = '', otherTenant } = options.keys ?? {};
    this.options = options;
    this.routes = routes;
    this.document = toHeaderDocument(document);
    this.seed = options.seed ?? randomBytes(4).readUInt32BE() >>> 1;
    this.runs = options.runs ?? 20;
    this.keys = {
      full: { name: 'KEY', value: full },
      other: otherTenant === undefined ? null : { name: 'OTHER_KEY', value: otherTenant },
    };
    this.#caller = new Caller(options.baseUrl, options.fetch ?? fetch);
  }

  get requests(): number {
    return this.#caller.requests;
  }

  /** A text that no other call gave, on this server. */
  unique(): string {
    this.#names += 1;
    return `${this.#runId}${this.#names.toString(36)}`;
  }

  /** The key a request of a route is sent with. */
  keyFor({ policy, isPlain }: ContractRoute): Key | null {
    const wantsKey = policy.auth.length > 0 || (isPlain && this.keys.full.value !== '');
    return wantsKey ? this.keys.full : null;
  }

  /** A key without these scopes; null when nobody gives one. */
  async keyWithout(scopes: readonly string[]): Promise<Key | null> {
    const withoutScope = this.options.keys?.withoutScope;
    if (withoutScope === undefined) return null;
    const id = scopes.join(' ');
    const name = `KEY_WITHOUT_${scopes.join('_AND_').replaceAll(/\W+/g, '_').toUpperCase()}`;
    const known = this.#restricted.get(id);
    if (known !== undefined) return known;
    const value = await withoutScope(...scopes);
    if (value === null) return null;
    const key = { name, value };
    this.#restricted.set(id, key);
    return key;
  }

  /** @throws NoAnswerError when the server gives none. */
  async send(route: ContractRoute, draft: Draft, options: SendOptions = {}): Promise<Exchange> {
    const key = options.key === undefined && !options.headerKey ? this.keyFor(route) : (options.key ?? null);
    const { headerKey } = options;
    const exchange = await this.#caller.send(
      toRequest(route, draft, { ...options, key }),
      [key, headerKey ?? null].filter((entry) => entry !== null),
    );
    if (options.method === undefined) {
      this.exchangesOf(route).push(exchange);
      this.#remember(route, draft, exchange, key);
    }
    return exchange;
  }

  exchangesOf({ id }: ContractRoute): Exchange[] {
    const found = this.exchanges.get(id) ?? [];
    this.exchanges.set(id, found);
    return found;
  }

  /** Deletes what was created since it was asked last, where the contract can; how it is answered does not matter. */
  async cleanUp(): Promise<void> {
    const leftovers = this.#leftovers.reverse();
    this.#leftovers = [];
    for (const { route, params, key } of leftovers) {
      const request = toRequest(route, { params, query: {}, headers: {} }, { key });
      await this.#caller.send(request, key === null ? [] : [key]);
    }
  }

  #remember({ method, path }: ContractRoute, draft: Draft, { answer }: Exchange, key: Key | null): void {
    if (method !== 'POST' || answer.status !== 201) return;
    const route = recordRouteOf(path, 'DELETE', this.routes);
    const [name] = route?.path.match(/\w+$/) ?? [];
    const id = name === undefined ? undefined : (answer.record[name] ?? answer.record.id);
    if (route === undefined || name === undefined || id === undefined) return;
    this.#leftovers.push({ route, params: { ...draft.params, [name]: String(id) }, key });
  }
}
