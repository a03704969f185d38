/**
 * JSON texts of values that fields are not made for. They are texts because some of them have no JavaScript value
 * that `JSON.stringify` would write: `-0`, `1e400`, a key `__proto__`, a lone surrogate.
 */
export const hostileValues: readonly string[] = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e308',
  '1e400',
  '-1e400',
  '5e-324',
  '9007199254740993',
  '2147483648',
  '0.30000000000000004',
  '""',
  '" "',
  '"x"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\ud83d\\ude00"',
  '"\\u202e\\u0007\\u001b[31m"',
  '"../../etc/passwd"',
  '"\'; drop table product; --"',
  '"(a+)+$"',
  '"constructor"',
  '"__proto__"',
  `"${'x'.repeat(70_000)}"`,
  '[]',
  '[null]',
  '[[]]',
  '[{}]',
  '["x","x"]',
  '[1,"1",true]',
  `[${Array.from({ length: 2_000 }, () => '"x"').join()}]`,
  '{}',
  '{"x":1}',
  '{"":null}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"toString":"x","hasOwnProperty":1}',
  '{"length":4294967295}',
  '{"length":{"toString":0}}',
  '{"size":{"valueOf":{}}}',
  '{"toJSON":"x","then":"x"}',
  '{"a.b":1,"a":{"b":1}}',
];

/** The JSON text of a body with one member set to a value that is given as text. */
export function withMember(body: Readonly<Record<string, unknown>>, name: string, valueText: string): string {
  const { [name]: _, ...others } = body;
  const members = Object.entries(others).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return `{${[...members, `${JSON.stringify(name)}:${valueText}`].join()}}`;
}
