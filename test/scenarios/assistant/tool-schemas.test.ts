import { randomUUID } from 'node:crypto';
import type { ApiError } from '@contract-kit/http-spec';
import { createTools, type Tool } from '@contract-kit/mcp';
import { contract } from '@product-content/contract';
import { type App, sharedApp } from '@product-content/test-support/app-server';
import { routeOf } from '@product-content/test-support/contract/routes';
import { byTier } from '@product-content/test-support/tiers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace } from '../open-workspace.ts';
import { connect, type ToolResponse } from './connect.ts';
import { createToolFixture, toolScenarios } from './tool-scenarios.ts';

const tools = createTools(contract);
const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
addFormats.default(ajv);

type Schema = Record<string, unknown>;

/** Values of a schema, and values that are none: enough of both to meet each keyword. */
function valueFor(schema: Schema, root: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.replace('#/$defs/', '');
    return valueFor((root.$defs as Record<string, Schema>)[name] as Schema, root, depth);
  }
  const alternatives = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  const odd = fc.constantFrom<unknown>(null, '', ' ', 0, -1, 1.5, 'x'.repeat(300), true, [], {}, ['a'], { a: 1 });
  const fitting = (): fc.Arbitrary<unknown> => {
    if (alternatives !== undefined) return fc.oneof(...alternatives.map((entry) => valueFor(entry, root, depth)));
    if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
    if ('const' in schema) return fc.constant(schema.const);
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
    if (type === 'integer' || type === 'number') return fc.integer({ min: -2, max: 300 });
    if (type === 'boolean') return fc.boolean();
    if (type === 'array')
      return depth > 3 ? fc.constant([]) : listOf(valueFor((schema.items ?? {}) as Schema, root, depth + 1));
    if (type === 'object') return depth > 3 ? fc.constant({}) : objectOf(schema, root, depth + 1);
    return fc.constantFrom(
      'a',
      'de',
      'EUR',
      'LAMP-1',
      '2026-01-31',
      'https://example.com/x.png',
      '4006381333931',
      'red',
    );
  };
  return fc.oneof({ weight: 6, arbitrary: fitting() }, { weight: 1, arbitrary: odd });
}

/** Without repetitions: lists in a query are sets, in which they count once. */
function listOf(entries: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> {
  return fc.uniqueArray(entries, { maxLength: 3, selector: (entry) => JSON.stringify(entry) });
}

function objectOf(schema: Schema, root: Schema, depth: number): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const required = (schema.required ?? []) as string[];
  const model = Object.fromEntries(properties.map(([name, member]) => [name, valueFor(member, root, depth)]));
  return fc.record(model, { requiredKeys: required.filter((name) => name in model) });
}

const refused = /(validation_failed|not_found|bad_request)$/;

/** What the tools take as not given: null, where a field is not cleared by it, and empty lists of a query. */
function withoutAbsent(tool: Tool, given: Record<string, unknown>): Record<string, unknown> {
  const absent = Object.entries(given).filter(([name, value]) => {
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    return isEmpty && callOf(tool, { [name]: value }) === callOf(tool, {});
  });
  return Object.fromEntries(Object.entries(given).filter(([name]) => !absent.some(([other]) => other === name)));
}

function callOf(tool: Tool, given: Record<string, unknown>): string {
  try {
    return JSON.stringify(tool.toCall(given));
  } catch (error) {
    return String(error);
  }
}

/** The code of a failure, also where only items of a bulk call failed. */
function codeOf({ value }: ToolResponse): string | undefined {
  const { error, data } = value as { error?: { code: string }; data?: { results?: { error?: { code: string } }[] } };
  return error?.code ?? data?.results?.find((result) => result.error !== undefined)?.error?.code;
}

/** The same arguments, so that the response shows what failed, and no key that was used before. */
function revealing(given: Record<string, unknown>): Record<string, unknown> {
  const { fields, idempotencyKey: key, ...others } = given;
  const isChoice = Array.isArray(fields) && fields.every((field) => typeof field === 'string' && field !== '');
  return {
    ...others,
    ...('fields' in given && { fields: isChoice ? [] : fields }),
    ...('idempotencyKey' in given && {
      idempotencyKey: typeof key === 'string' && /^[!-~]{1,255}$/.test(key) ? randomUUID() : key,
    }),
  };
}

let app: App;
let key: string;
let scenarios: ReturnType<typeof toolScenarios>;

beforeAll(async () => {
  app = await sharedApp({ ROLE: 'api' });
  const open = await openWorkspace(app, { currencies: ['EUR'] });
  ({ key } = await app.createKey(open.workspace));
  scenarios = toolScenarios(await createToolFixture(open, 'https://example.com/lamp.png'));
});

/** What works with one argument changed, so that nothing else is refused; now and then everything at once. */
function argumentsOf({ name, inputSchema }: Tool): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries(inputSchema.properties as Record<string, Schema>);
  const changed = fc
    .constantFrom(...properties)
    .chain(([argument, schema]) =>
      valueFor(schema, inputSchema).map((value) => ({ ...scenarios[name]?.works, [argument]: value })),
    );
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: objectOf(inputSchema, inputSchema, 0) });
}

/** What no schema says of one value, or of two arguments together. */
const rules = [
  'Send either page or cursor.',
  'Send a url or an assetId.',
  'Must be an ISO 4217 currency code.',
  'Must be a GTIN of 8, 12, 13 or 14 digits with a valid check digit.',
  'Must have at most 4 decimals.',
  'Must be of names of at most 100 characters.',
  'Must be names between slashes, such as /campaigns/summer.',
  // Their patterns are too long for a model.
  'Must be a name without slashes and control characters, and not blank.',
  'Must be the name of a file, without a folder.',
];

/** A filter in a body takes a list also as one text, as in a query: what is in the text no schema says. */
const isListedAsText = (refusal: string) => /^filter\.\w+(\.\d+)?: /.test(refusal);

/** What the contract refuses of a call, before anybody looks at records. */
function refusals({ toCall }: Tool, given: Record<string, unknown>): string[] {
  try {
    const { operationId, params = {}, query = {}, body, form } = toCall(given);
    const route = routeOf(operationId);
    const parts = [
      [route.pathParams, params],
      [route.query, query],
      [form === undefined ? route.body : undefined, body],
    ] as const;
    return parts.flatMap(([schema, value]) =>
      (schema?.safeParse(value).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
    );
  } catch (error) {
    return [JSON.stringify((error as ApiError).details)];
  }
}

describe('the input schema of', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s accepts nothing the contract refuses, except by rules that no schema expresses',
    (_, tool) => {
      const accepts = ajv.compile(tool.inputSchema);
      fc.assert(
        fc.property(argumentsOf(tool), (given) => {
          if (!accepts(given)) return;
          const isUnsaid = (refusal: string) => isListedAsText(refusal) || rules.some((rule) => refusal.endsWith(rule));
          const unsaid = refusals(tool, given).filter((refusal) => !isUnsaid(refusal));
          expect(unsaid, JSON.stringify(given)).toEqual([]);
        }),
        { numRuns: byTier({ behavior: 25, exhaustive: 300 }) },
      );
    },
  );

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s refuses nothing its operation accepts',
    async (_, tool) => {
      const assistant = await connect(app, key);
      const accepts = ajv.compile(tool.inputSchema);
      await fc.assert(
        fc.asyncProperty(argumentsOf(tool), async (given) => {
          const response = await assistant.call(tool.name, revealing(given));
          expect(codeOf(response), JSON.stringify(response.value)).not.toBe('internal_error');
          // What only the workspace knows (locales, attributes, parents) no schema can say; what it says must be so.
          if (!accepts(withoutAbsent(tool, given)))
            expect(`${JSON.stringify(given)} ${codeOf(response)}`).toMatch(refused);
        }),
        { numRuns: byTier({ behavior: 4, exhaustive: 40 }) },
      );
    },
  );
});
