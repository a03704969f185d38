import { randomBytes } from 'node:crypto';
import type { OpenApiDocument } from '@contract-kit/openapi';
import { Caller } from '../calling/caller.ts';
import { CredentialBook } from '../calling/credentials.ts';
import type { Credential, Draft, SendOptions } from '../calling/draft.ts';
import type { Exchange } from '../calling/exchange.ts';
import type { OpenServer } from '../calling/open-server.ts';
import type { VerifySettings } from '../calling/options.ts';
import { toRequest } from '../calling/to-request.ts';
import type { ContractRoute } from '../contract/contract-route.ts';
import { type HeaderDocument, toHeaderDocument } from '../contract/find-header-problem.ts';
import { recordRouteOf } from '../contract/path-template.ts';

/** A record the run created, and how to delete it. */
interface Leftover {
  readonly route: ContractRoute;
  readonly params: Readonly<Record<string, string>>;
  readonly credential: Credential | null;
}

/** The requests of one operation so far, and their responses. */
interface OperationRecord {
  readonly exchanges: Exchange[];
  readonly statuses: Set<number>;
}

/** One run against one server: its credentials, exchanges and created records. */
export class Session {
  readonly options: VerifySettings;
  readonly routes: readonly ContractRoute[];
  readonly document: HeaderDocument;
  readonly seed: number;
  readonly runs: number;
  readonly credentials: CredentialBook;
  readonly #records = new Map<string, OperationRecord>();
  readonly #caller: Caller;
  readonly #runId = randomBytes(3).toString('hex');
  #leftovers: Leftover[] = [];
  #names = 0;

  constructor(
    routes: readonly ContractRoute[],
    document: OpenApiDocument,
    server: OpenServer,
    options: VerifySettings & { readonly seed: number },
  ) {
    this.options = options;
    this.routes = routes;
    this.document = toHeaderDocument(document);
    this.seed = options.seed;
    this.runs = options.runs ?? 20;
    this.credentials = new CredentialBook(options.credentials);
    this.#caller = new Caller(server);
  }

  get requests(): number {
    return this.#caller.requests;
  }

  /** A text that is unique on this server. */
  unique(): string {
    this.#names += 1;
    return `${this.#runId}${this.#names.toString(36)}`;
  }

  /** @throws NoResponseError when the server sends none. */
  async send(route: ContractRoute, draft: Draft, options: SendOptions = {}): Promise<Exchange> {
    const isGiven = options.credential !== undefined || options.furtherCredential !== undefined;
    const credential = isGiven ? (options.credential ?? null) : this.credentials.full(route);
    const exchange = await this.#caller.send(toRequest(route, draft, { ...options, credential }));
    if (options.method === undefined) {
      const { exchanges, statuses } = this.#recordOf(route);
      statuses.add(exchange.response.status);
      if (options.isConcurrent !== true) exchanges.push(exchange);
      this.#remember(route, draft, exchange, credential);
    }
    return exchange;
  }

  /**
   * The exchanges of an operation, without concurrent requests, whose responses depend on their order.
   */
  exchangesOf(route: ContractRoute): readonly Exchange[] {
    return this.#recordOf(route).exchanges;
  }

  /** The statuses of all responses of an operation. */
  statusesOf(route: ContractRoute): ReadonlySet<number> {
    return this.#recordOf(route).statuses;
  }

  #recordOf({ id }: ContractRoute): OperationRecord {
    const record = this.#records.get(id) ?? { exchanges: [], statuses: new Set() };
    this.#records.set(id, record);
    return record;
  }

  /** Deletes the records created since the last call, if the contract allows it; responses are ignored. */
  async cleanUp(): Promise<void> {
    const leftovers = this.#leftovers.reverse();
    this.#leftovers = [];
    for (const { route, params, credential } of leftovers) {
      await this.#caller.send(toRequest(route, { params, query: {}, headers: {} }, { credential }));
    }
  }

  #remember(
    { method, path }: ContractRoute,
    draft: Draft,
    { response }: Exchange,
    credential: Credential | null,
  ): void {
    if (method !== 'POST' || response.status !== 201) return;
    const route = recordRouteOf(path, 'DELETE', this.routes);
    const [name] = route?.path.match(/\w+$/) ?? [];
    const id = name === undefined ? undefined : (response.record[name] ?? response.record.id);
    if (route === undefined || name === undefined || id === undefined) return;
    this.#leftovers.push({ route, params: { ...draft.params, [name]: String(id) }, credential });
  }
}
