/**
 * Values of a request by dotted path, which begins with `query` or `body`: `{ 'query.include': 'items' }`. A condition
 * is met when one of them has the given value.
 */
export type InputValues = Readonly<Record<string, string | number | boolean | null>>;

/** Which requests of a route may have a large response: without a condition, all of them. */
export interface LargeResponse {
  /** Only requests that meet this condition. */
  readonly when?: InputValues;
  /** Except requests that meet this condition: `{ 'body.async': true }`. */
  readonly unless?: InputValues;
}

/** The validated input of a request, as its handler gets it. */
export interface RequestInput {
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Whether the response to a request may be large. */
export function mayBeLarge(policy: LargeResponse | undefined, input: RequestInput): boolean {
  if (policy === undefined) return false;
  const { when, unless } = policy;
  return (when === undefined || holds(when, input)) && !(unless !== undefined && holds(unless, input));
}

function holds(values: InputValues, input: RequestInput): boolean {
  return Object.entries(values).some(([path, value]) => valueAt(input, path) === value);
}

function valueAt(input: RequestInput, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? (value as Readonly<Record<string, unknown>>)[name]
      : undefined;
  }, input);
}
