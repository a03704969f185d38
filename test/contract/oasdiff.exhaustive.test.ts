import { findProgram } from '@product-content/test-support/optional-programs';
import { run } from '@product-content/test-support/run-program';
import { beforeAll, describe, expect, it } from 'vitest';
import { findChangesSince } from '../../docs/release/releases.ts';
import { root } from '../docs/repository.ts';

const oasdiff = 'github.com/oasdiff/oasdiff@v1.31.0';

/** A break that oasdiff finds in two OpenAPI documents. */
interface Break {
  readonly id: string;
  readonly text: string;
  readonly operationId: string;
}

/** What we say of a break: one of our rules finds it too, or why it is none. */
interface Opinion {
  readonly id: RegExp;
  readonly text?: RegExp;
  readonly rules?: readonly string[];
  readonly why?: string;
}

const opinions: readonly Opinion[] = [
  {
    id: /-type-changed$/,
    text: /`none` to `(int32|int64|double)`/,
    why: 'The format of a number is how it is kept, not which numbers are valid.',
  },
  { id: /^request-property-type-changed$/, rules: ['request.type-changed', 'request.format-set'] },
  { id: /^request-property-(max-items|max|min)-set$/, rules: ['request.type-changed'] },
  { id: /-pattern-added$/, rules: ['request.pattern-set'] },
  { id: /-pattern-changed$/, rules: ['request.pattern-changed'] },
  { id: /^request-property-became-enum$/, rules: ['request.enum-set'] },
  { id: /^request-property-max-length-set$/, rules: ['request.max-length-lowered'] },
  { id: /^request-property-min-length-set$/, rules: ['request.min-length-raised'] },
  { id: /^request-parameter-max-items-set$/, rules: ['request.max-items-lowered'] },
  { id: /-unique-items-set$/, rules: ['request.unique-items-set'] },
  {
    id: /-(if|then)-added$/,
    why: 'An image with neither a URL nor an asset was refused before: the document says it now.',
  },
  { id: /^response-property-became-optional$/, rules: ['response.property-optional'] },
  { id: /^response-property-one-of-added$/, rules: ['response.variant-added'] },
  { id: /^response-property-enum-value-added$/, rules: ['response.enum-value-added'] },
  {
    id: /-enum-value-removed$/,
    why: 'The values moved into another variant of the union, which is accepted beside the names.',
  },
  { id: /^request-property-any-of-removed$/, why: 'The variant has a name now, and is the same.' },
  {
    id: /^response-(property-any-of-added|property-type-changed|required-property-removed)$/,
    why: 'An object or null is a named schema or null now: the same values, told as a union.',
  },
  {
    id: /^response-property-list-of-types-widened$/,
    why: 'Null was one of its types before, and is a variant of a union now.',
  },
  {
    id: /^request-property-pattern-property-added$/,
    why: 'Filters by attributes are new keys of an object that refused every other key before.',
  },
  {
    id: /^new-required-request-property$/,
    text: /property `data\//,
    why: 'oasdiff compares deliveries as requests: a receiver gets a field more, which no server has to send.',
  },
  { id: /^request-property-removed$/, why: 'It was never valid (`not: {}`), or is in a named schema now.' },
];

/** Our breaks that OpenAPI documents do not show, or that oasdiff passes over. */
const oursAlone: Readonly<Record<string, string>> = {
  'idempotency.replay-narrowed': 'Documents have no policies.',
  'request.variant-removed': 'oasdiff takes any text and one of some texts for the same type.',
  'size.json-lowered': 'Documents have no policies.',
  'event.header-optional': 'oasdiff compares deliveries as requests, where a header that is not required is no break.',
  'event.property-optional': 'oasdiff compares deliveries as requests, where a field that is not required is no break.',
};

const opinionOf = ({ id, text }: Break) => opinions.find((each) => each.id.test(id) && (each.text?.test(text) ?? true));

describe.skipIf(findProgram('go') === null)('oasdiff, as a second opinion on what broke since 1.0.0', () => {
  let breaks: Break[];
  beforeAll(async () => {
    const documents = ['docs/releases/1.0.0/openapi.json', 'docs/openapi.json'];
    breaks = JSON.parse(await run(root, 'go', 'run', oasdiff, 'breaking', ...documents, '--format', 'json'));
  });

  it('finds nothing that our comparison has no rule for', () => {
    expect(breaks.filter((each) => opinionOf(each) === undefined)).toEqual([]);
    expect(breaks.length).toBeGreaterThan(100);
  });

  it('finds breaks only where we find them, unless there is a reason why they are not', async () => {
    const findings = await findChangesSince('1.0.0');
    const unseen = breaks.filter((each) => {
      const { rules } = opinionOf(each) ?? {};
      return (
        rules && !findings.some(({ id, operations }) => rules.includes(id) && operations.includes(each.operationId))
      );
    });
    expect(unseen).toEqual([]);
  });

  it('misses none of our breaks without a reason', async () => {
    const shared = new Set(opinions.flatMap(({ rules = [] }) => rules));
    const findings = await findChangesSince('1.0.0');
    const breaking = findings.filter(({ level, id }) => level === 'breaking' && !shared.has(id));
    expect([...new Set(breaking.map(({ id }) => id))].filter((id) => oursAlone[id] === undefined)).toEqual([]);
  });
});
