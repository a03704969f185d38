import { z } from 'zod';

/** Which keys an object takes beside the ones it names. */
export interface PrefixedKeys {
  /** What each of them starts with: `attributes.` */
  readonly prefix: string;
  /** The pattern of the rest, for the whole of it. */
  readonly key: string;
  /** The most of them in one object. Default: any number. */
  readonly max?: number;
}

/** An object with keys of a prefix beside those of a shape. */
export type WithPrefixedKeys<Shape extends z.ZodRawShape, Prefix extends string, Value extends z.ZodType> = z.ZodObject<
  Shape,
  {
    out: { [Key in `${Prefix}${string}`]?: z.output<Value> };
    in: { [Key in `${Prefix}${string}`]?: z.input<Value> };
  }
>;

const prefixedKeys = new WeakMap<z.core.$ZodType, PrefixedKeys>();

/**
 * An object whose further keys are open but for their form: those that start with a prefix are read by one schema, any
 * other is refused as unknown. Of a query, each is a parameter: `?attributes.color=red&attributes.size=l`.
 *
 * @param shape the keys that are known.
 * @param value what stands under a prefixed key; it is described there.
 *
 * @example
 * query: withPrefixedKeys({ q: z.string().optional() }, queryList(), { prefix: 'attributes.', key: '[a-z]+', max: 20 }),
 */
export function withPrefixedKeys<Shape extends z.ZodRawShape, const Prefix extends string, Value extends z.ZodType>(
  shape: Shape,
  value: Value,
  keys: PrefixedKeys & { readonly prefix: Prefix },
): WithPrefixedKeys<Shape, Prefix, Value> {
  // The rest of an object is found again by the schema of its values, which copies of the object share.
  const own = value.clone();
  const described = z.globalRegistry.get(value);
  if (described !== undefined) z.globalRegistry.add(own, described);
  prefixedKeys.set(own, keys);
  const allowed = new RegExp(prefixedKeyPattern(keys));
  const check = z.check<Record<string, unknown>>(({ value: object, issues }) => {
    if (typeof object !== 'object' || object === null) return;
    const further = Object.keys(object).filter((name) => !Object.hasOwn(shape, name));
    const unknown = further.filter((name) => !allowed.test(name));
    if (unknown.length > 0) issues.push({ code: 'unrecognized_keys', keys: unknown, input: object });
    const { max = further.length } = keys;
    if (further.length - unknown.length <= max) return;
    const [tooMany = ''] = further.filter((name) => allowed.test(name)).slice(max);
    issues.push({
      code: 'custom',
      path: [tooMany],
      message: `At most ${max} parameters start with "${keys.prefix}".`,
      input: object,
    });
  });
  // Unknown keys are named together with whatever else is wrong.
  check._zod.def.when = () => true;
  return z.object(shape).catchall(own).check(check) as unknown as WithPrefixedKeys<Shape, Prefix, Value>;
}

/** What {@link withPrefixedKeys} says of the keys of an object beside those of its shape; undefined for others. */
export function prefixedKeysOf(schema: z.core.$ZodType): (PrefixedKeys & { readonly value: z.ZodType }) | undefined {
  const { catchall } = schema._zod.def as Partial<z.core.$ZodObjectDef>;
  const keys = catchall === undefined ? undefined : prefixedKeys.get(catchall);
  return keys && { ...keys, value: catchall as z.ZodType };
}

/** The pattern of the whole key: `^attributes\.(?:[a-z]+)$`. */
export function prefixedKeyPattern({ prefix, key }: PrefixedKeys): string {
  return `^${prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:${key})$`;
}
