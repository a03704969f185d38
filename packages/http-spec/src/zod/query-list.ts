import { z } from 'zod';

/** Key of the zod metadata that marks a list in a query string, for the documentation. */
export const queryListKey = 'queryList';

export interface QueryListOptions<Member> {
  /** One value. Default: any text. */
  readonly member?: Member;
  /** Maximum number of distinct values. */
  readonly max?: number;
}

/**
 * A list in a query string. Clients may repeat the parameter, separate the values with commas, or do both:
 * `?tag=a&tag=b`, `?tag=a,b` and `?tag=a,b&tag=b` mean the same. Values are trimmed and counted once. A list without
 * values (`?tag=`) is undefined, like a parameter that was not sent.
 *
 * @example
 * query: z.strictObject({ tag: queryList({ max: 100 }).describe('Tags; any of them matches.') }),
 */
export function queryList<Member extends z.ZodType<unknown, string> = z.ZodString>(
  options: QueryListOptions<Member> = {},
) {
  const members = z.array((options.member ?? z.string()) as Member).min(1);
  return z
    .union([z.string(), z.array(z.string())], { error: 'Must be a list of texts.' })
    .optional()
    .transform(readList)
    .pipe((options.max === undefined ? members : members.max(options.max)).optional())
    .meta({ [queryListKey]: true });
}

function readList(given: string | readonly string[] | undefined): string[] | undefined {
  const texts = typeof given === 'string' ? [given] : (given ?? []);
  const values = texts.flatMap((text) => text.split(',')).map((value) => value.trim());
  const distinct = [...new Set(values)].filter((value) => value !== '');
  return distinct.length === 0 ? undefined : distinct;
}
