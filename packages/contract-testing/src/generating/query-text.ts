import { textOf } from '../calling/to-request.ts';

/** Query parameters as a server reads them: texts. */
export function queryTextOf(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, textOf(value)]));
}
