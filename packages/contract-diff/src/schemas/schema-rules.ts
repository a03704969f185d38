import { type Level, pair, type Rule, same } from '../rule.ts';

/** The sender of the values: callers (`request`), the service in responses (`response`), or in webhooks (`event`). */
export type Sender = 'request' | 'response' | 'event';

/** The effect of a change on the set of valid values: fewer, more, or others. */
type Effect = 'fewer' | 'more' | 'others';

type Row = readonly [fewer: string, more: string, fewerMeaning: string, moreMeaning: string];

/** Constraints: the first of each row admits fewer values, the second more. */
const rows: readonly Row[] = [
  ['type-narrowed', 'type-widened', 'Fewer types are valid', 'More types are valid'],
  ['null-refused', 'null-admitted', 'Null is no longer valid', 'Null is valid'],
  ['enum-value-removed', 'enum-value-added', 'A value is no longer valid', 'A value has been added'],
  ['enum-set', 'enum-lifted', 'Only listed values are valid', 'Values are no longer listed'],
  ['variant-removed', 'variant-added', 'A variant has been removed', 'A variant has been added'],
  ['minimum-raised', 'minimum-lowered', 'The minimum is higher', 'The minimum is lower'],
  ['maximum-lowered', 'maximum-raised', 'The maximum is lower', 'The maximum is higher'],
  ['min-length-raised', 'min-length-lowered', 'The minimum length is higher', 'The minimum length is lower'],
  ['max-length-lowered', 'max-length-raised', 'The maximum length is lower', 'The maximum length is higher'],
  ['min-items-raised', 'min-items-lowered', 'The list needs more items', 'The list needs fewer items'],
  ['max-items-lowered', 'max-items-raised', 'The list may have fewer items', 'The list may have more items'],
  [
    'min-properties-raised',
    'min-properties-lowered',
    'The object needs more members',
    'The object needs fewer members',
  ],
  [
    'max-properties-lowered',
    'max-properties-raised',
    'The object may have fewer members',
    'The object may have more members',
  ],
  ['multiple-of-set', 'multiple-of-lifted', 'Numbers have a step', 'Numbers no longer have a step'],
  ['pattern-set', 'pattern-lifted', 'The text has a pattern', 'The text no longer has a pattern'],
  ['format-set', 'format-lifted', 'The text has a format', 'The text no longer has a format'],
  ['unique-items-set', 'unique-items-lifted', 'Items must differ', 'Items may repeat'],
  [
    'object-closed',
    'object-opened',
    'Members that are not listed are invalid',
    'Members that are not listed are valid',
  ],
  ['condition-added', 'condition-removed', 'A condition has been added', 'A condition has been removed'],
];

/** Changes that admit some new values and refuse some old ones. */
const others = [
  ['type-changed', 'The type has changed'],
  ['multiple-of-changed', 'The step of the numbers has changed'],
  ['pattern-changed', 'The pattern has changed'],
  ['format-changed', 'The format has changed'],
  ['encoding-changed', 'The content of the text has another encoding or media type'],
  ['schema-changed', 'A keyword without its own rule has changed'],
] as const;

const levels: Readonly<Record<'request' | 'response', Readonly<Record<Effect, Level>>>> = {
  request: { fewer: 'breaking', more: 'safe', others: 'breaking' },
  response: { fewer: 'safe', more: 'breaking', others: 'breaking' },
};

/** Exceptions from the default levels: callers that follow the reference tolerate these, or the effect is unknown. */
const exceptions: Readonly<Record<string, Level>> = {
  'request.pattern-changed': 'risky',
  'request.schema-changed': 'risky',
  'response.pattern-changed': 'risky',
  'response.pattern-lifted': 'risky',
  'response.format-lifted': 'risky',
  'response.schema-changed': 'risky',
  'response.enum-value-added': 'risky',
  'response.object-opened': 'risky',
};

const senders = ['request', 'response', 'event'] as const;

function rulesOf(sender: Sender): Rule[] {
  const receiver = sender === 'request' ? 'request' : 'response';
  const levelOf = (name: string, effect: Effect) => exceptions[`${receiver}.${name}`] ?? levels[receiver][effect];
  const id = (name: string) => `${sender}.${name}`;
  return [
    ...rows.flatMap(([fewer, more, fewerMeaning, moreMeaning]) =>
      pair([id(fewer), levelOf(fewer, 'fewer'), fewerMeaning], [id(more), levelOf(more, 'more'), moreMeaning]),
    ),
    ...others.flatMap(([name, meaning]) => same(id(name), levelOf(name, 'others'), meaning)),
    ...pair(
      [id('field-deprecated'), 'safe', 'The field is deprecated'],
      [id('field-restored'), 'safe', 'The field is no longer deprecated'],
    ),
    ...(sender === 'request' ? requestProperties : responseProperties(sender)),
  ];
}

const requestProperties: readonly Rule[] = [
  ...pair(
    ['request.property-required', 'breaking', 'The field is required'],
    ['request.property-optional', 'safe', 'The field is optional'],
  ),
  ...pair(
    ['request.property-removed', 'breaking', 'The field is refused: it has been removed'],
    ['request.property-added', 'safe', 'An optional field has been added'],
  ),
  ...pair(
    ['request.required-property-removed', 'breaking', 'The field is refused: it has been removed, and was required'],
    ['request.required-property-added', 'breaking', 'A required field has been added'],
  ),
  ...pair(
    ['request.property-ignored', 'risky', 'The field has been removed: it is accepted without effect'],
    ['request.property-read', 'safe', 'An optional field has a meaning that was ignored before'],
  ),
  ...pair(
    [
      'request.required-property-ignored',
      'risky',
      'The required field has been removed: it is accepted without effect',
    ],
    ['request.required-property-read', 'breaking', 'A field is required that was ignored before'],
  ),
  ...same('request.default-changed', 'risky', 'The default value has changed'),
  ...same('request.page-size-changed', 'risky', 'The default page size has changed'),
  ...same('request.order-changed', 'breaking', 'The default order of the list has changed'),
];

function responseProperties(sender: 'response' | 'event'): Rule[] {
  return [
    ...pair(
      [`${sender}.property-optional`, 'breaking', 'The field may be missing'],
      [`${sender}.property-required`, 'safe', 'The field is always present'],
    ),
    ...pair(
      [`${sender}.property-removed`, 'breaking', 'The field has been removed'],
      [`${sender}.property-added`, 'safe', 'A field has been added'],
    ),
    ...pair(
      [`${sender}.optional-property-removed`, 'risky', 'The optional field has been removed'],
      [`${sender}.optional-property-added`, 'safe', 'An optional field has been added'],
    ),
  ];
}

export const schemaRules: readonly Rule[] = senders.flatMap(rulesOf);
