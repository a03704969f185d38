import { isRecord } from '@contract-kit/openapi/schemas';
import fc from 'fast-check';
import type { Draft } from '../calling/draft.ts';
import type { Exchange } from '../calling/exchange.ts';
import type { Preparation } from '../calling/options.ts';
import { type ContractRoute, takesJson } from '../contract/contract-route.ts';
import { type PathParameter, parametersOf } from '../contract/path-template.ts';
import { arbitraryOf } from '../generating/arbitrary-of.ts';
import { documentedSchemaOf } from '../generating/documented-schema.ts';
import { formSchemaOf, sampleForms } from '../generating/forms.ts';
import { neededQuery } from '../generating/parameter-samples.ts';
import { textFieldsOf, withNewText } from '../generating/vary.ts';
import { Unreachable } from '../outcomes.ts';
import type { Session } from './session.ts';

type Params = Readonly<Record<string, string>>;

/** The kind of a body: `form` is multipart with files. */
export type BodyKind = 'json' | 'form';

/** An accepted body, and which of its texts must be unique. */
interface KnownBody {
  readonly body: unknown;
  readonly unique: readonly string[];
}

/** Seed of the bodies that are tried. */
const fixedSeed = 0;

/** Maximum number of bodies generated from a schema when no example is accepted. */
const samples = 25;

/** Finds valid requests for each operation, with existing records and unique names. */
export class ValidRequestFactory {
  readonly #session: Session;
  readonly #bodies = new Map<string, KnownBody>();
  /** Which of the sample files an operation accepts. */
  readonly #fileKinds = new Map<string, number>();
  readonly #unreachable = new Map<string, Unreachable>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Fields of an operation's body that must be unique, as far as the server has revealed. */
  uniqueFieldsOf({ id }: ContractRoute): readonly string[] {
    return this.#bodies.get(id)?.unique ?? [];
  }

  /**
   * A valid request on new records, not sent yet.
   *
   * @param given the parts that are fixed.
   * @param kind of its body, if the operation accepts both. Default: what `prepare` gives, else JSON.
   * @throws Unreachable when none can be found.
   */
  async draft(route: ContractRoute, given: Partial<Draft> = {}, kind?: BodyKind): Promise<Draft> {
    const prepared = { ...(await this.#session.options.prepare?.[route.id]?.(this.#preparation)), ...given };
    const { body, ...rest } = prepared;
    const query = rest.query ?? neededQuery(route.query, route.id);
    const plain = async () => ({ headers: {}, ...rest, query, params: await this.#params(route, rest.params) });
    const isGiven = 'body' in prepared && (kind === undefined || kind === kindOf(body));
    const wanted = isGiven ? kindOf(body) : (kind ?? usualKindOf(route));
    const failed = this.#unreachable.get(`${route.id} ${wanted}`);
    if (failed !== undefined) throw failed;
    if (isGiven) return { ...(await plain()), body };
    if (wanted === 'form') return { ...(await plain()), body: await this.#form(route, plain) };
    if (route.body === undefined) return plain();
    const known = this.#bodies.get(route.id) ?? (await this.#discover(route, plain));
    return { ...(await plain()), body: this.#fresh(route, known) };
  }

  /** Sends {@link ValidRequestFactory.draft}. @throws Unreachable when it does not succeed. */
  async perform(
    route: ContractRoute,
    given: Partial<Draft> = {},
    kind?: BodyKind,
  ): Promise<{ draft: Draft; exchange: Exchange }> {
    const draft = await this.draft(route, given, kind);
    const exchange = await this.#session.send(route, draft);
    if (!exchange.response.isSuccess) throw this.#giveUp(route, kindOf(draft.body), exchange);
    return { draft, exchange };
  }

  readonly #preparation: Preparation = {
    request: async (operationId, draft) => (await this.perform(this.#routeOf(operationId), draft)).exchange,
    unique: () => this.#session.unique(),
  };

  #routeOf(id: string): ContractRoute {
    const route = this.#session.routes.find((candidate) => candidate.id === id);
    if (route === undefined) throw new TypeError(`The contract has no operation ${id}.`);
    return route;
  }

  async #params(route: ContractRoute, given: Params = {}): Promise<Params> {
    let params: Params = given;
    for (const parameter of parametersOf(route.path)) {
      if (params[parameter.name] !== undefined) continue;
      params = { ...params, [parameter.name]: await this.#valueOf(parameter, params) };
    }
    return params;
  }

  async #valueOf(parameter: PathParameter, params: Params): Promise<string> {
    const { template, collection, name } = parameter;
    const link = this.#session.options.links?.[template];
    if (typeof link === 'function') return link(this.#preparation, params);
    const at = (method: string) => this.#session.routes.find((one) => one.method === method && one.path === collection);
    const producer = link === undefined ? (at('POST') ?? at('GET')) : this.#routeOf(link.operation);
    if (producer === undefined) {
      throw new Unreachable(`No operation creates or lists the records of "${template}": set links["${template}"].`);
    }
    const { exchange } = await this.perform(producer, { params });
    const { response } = exchange;
    const record = response.items[0] ?? response.record;
    const value = record[link?.field ?? (name in record ? name : 'id')];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    throw new Unreachable(`${producer.id} returned nothing for "${template}": set links["${template}"].`, exchange);
  }

  /** A form with unique files; the accepted type of file is determined once. */
  async #form(route: ContractRoute, draft: () => Promise<Draft>): Promise<FormData> {
    if (route.form === undefined) throw new Unreachable(`${route.id} accepted no form that was tried.`);
    const schema = formSchemaOf(route.form, route.id);
    const known = this.#fileKinds.get(route.id);
    if (known !== undefined) return sampleForms(schema, this.#session.unique())[known] as FormData;
    let last: Exchange | undefined;
    for (const [index, body] of sampleForms(schema, this.#session.unique()).entries()) {
      last = await this.#session.send(route, { ...(await draft()), body });
      if (!last.response.isSuccess) continue;
      this.#fileKinds.set(route.id, index);
      return sampleForms(schema, this.#session.unique())[index] as FormData;
    }
    throw this.#giveUp(route, 'form', last);
  }

  /** Tries bodies until one is accepted, then determines which of its texts must be unique. */
  async #discover(route: ContractRoute, draft: () => Promise<Draft>): Promise<KnownBody> {
    let last: Exchange | undefined;
    for (const candidate of candidates(route)) {
      let body = candidate;
      last = await this.#session.send(route, { ...(await draft()), body });
      const accepted = withoutFields(route, body, last.response.fieldErrors);
      if (accepted !== null) {
        body = accepted;
        last = await this.#session.send(route, { ...(await draft()), body });
      }
      if (last.response.isSuccess) {
        const repeated = route.policy.errors.includes('conflict');
        const unique = repeated ? await this.#learnUnique(route, draft, body) : [];
        return this.#keep(route, { body, unique });
      }
      if (last.response.status !== 409) continue;
      const unique = await this.#learnUnique(route, draft, body);
      if (unique.length > 0) return this.#keep(route, { body, unique });
    }
    throw this.#giveUp(route, 'json', last);
  }

  #keep({ id }: ContractRoute, known: KnownBody): KnownBody {
    this.#bodies.set(id, known);
    return known;
  }

  async #learnUnique(route: ContractRoute, draft: () => Promise<Draft>, body: unknown): Promise<string[]> {
    const repeated = await this.#session.send(route, { ...(await draft()), body });
    if (repeated.response.status !== 409) return [];
    for (const name of textFieldsOf(body)) {
      const varied = this.#fresh(route, { body, unique: [name] });
      const { response } = await this.#session.send(route, { ...(await draft()), body: varied });
      if (response.isSuccess) return [name];
    }
    return [];
  }

  #fresh({ body: schema }: ContractRoute, { body, unique }: KnownBody): unknown {
    return unique.reduce<unknown>(
      (made, name) => (schema && withNewText(made, name, this.#session.unique(), schema)) ?? made,
      structuredClone(body),
    );
  }

  #giveUp(route: ContractRoute, kind: BodyKind, exchange: Exchange | undefined): Unreachable {
    const what = kind === 'form' && takesJson(route) ? 'upload' : 'request';
    const reason = exchange === undefined ? 'no body could be generated' : `the last response was ${exchange.response}`;
    const error = new Unreachable(
      `No ${what} of ${route.id} succeeds, ${reason}. Give prepare["${route.id}"].`,
      exchange,
    );
    this.#unreachable.set(`${route.id} ${kind}`, error);
    return error;
  }
}

function kindOf(body: unknown): BodyKind {
  return body instanceof FormData ? 'form' : 'json';
}

function usualKindOf(route: ContractRoute): BodyKind {
  return route.form !== undefined && !takesJson(route) ? 'form' : 'json';
}

/** A body without the fields a response rejects, if the schema allows it: they may refer to missing records. */
function withoutFields({ body: schema }: ContractRoute, body: unknown, fieldErrors: object | null): unknown {
  if (fieldErrors === null || !isRecord(body)) return null;
  const wrong = new Set(Object.keys(fieldErrors).map((path) => path.split('.', 1)[0]));
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !wrong.has(name)));
  const isLess = Object.keys(rest).length < Object.keys(body).length;
  return isLess && schema?.safeParse(rest).success === true ? rest : null;
}

/**
 * Bodies of a route: the examples of its contract, then generated ones, the most complete first. They do not depend on
 * the seed of the run, because other checks mutate these bodies.
 */
function* candidates({ id, body }: ContractRoute): Generator<unknown> {
  if (body === undefined) return;
  const documented = documentedSchemaOf(body, { text: false, where: `${id} body` });
  const { examples = [] } = documented.root;
  for (const example of examples as unknown[]) yield example;
  const made = fc
    .sample(arbitraryOf(documented), { numRuns: 100, seed: fixedSeed })
    .filter((value) => body.safeParse(value).success);
  yield* made.sort((one, other) => textFieldsOf(other).length - textFieldsOf(one).length).slice(0, samples);
}
