import { z } from 'zod';

/** Which keys an object accepts besides those of its shape. */
export interface PrefixedKeys {
  /** The prefix of each key: `attributes.` */
  readonly prefix: string;
  /** Regular expression that the rest of the key must match as a whole. */
  readonly key: string;
  /** Maximum number of them in one object. Default: unlimited. */
  readonly max?: number;
}

/** An object with the keys of a shape, and further keys with a prefix. */
export type WithPrefixedKeys<Shape extends z.ZodRawShape, Prefix extends string, Value extends z.ZodType> = z.ZodObject<
  Shape,
  {
    out: { [Key in `${Prefix}${string}`]?: z.output<Value> };
    in: { [Key in `${Prefix}${string}`]?: z.input<Value> };
  }
>;

interface PrefixedObjectDef extends z.core.$ZodObjectDef {
  readonly prefixedKeys: PrefixedKeys;
}

/** A zod object that knows which further keys it accepts. Its copies with checks and metadata know it too. */
const PrefixedObject = z.core.$constructor<z.ZodObject, PrefixedObjectDef>('PrefixedObject', (inst, def) => {
  z.ZodObject.init(inst, def);
  const { prefixedKeys: keys, shape } = def;
  const allowed = new RegExp(prefixedKeyPattern(keys));
  const parse = inst._zod.parse;
  inst._zod.parse = (payload, context) => {
    if (!isRecord(payload.value)) return parse(payload, context);
    const input = payload.value;
    const further = Object.keys(input).filter((name) => !Object.hasOwn(shape, name));
    const unknown = new Set(further.filter((name) => !allowed.test(name)));
    const tooMany = further.filter((name) => allowed.test(name))[keys.max ?? further.length];
    payload.value = Object.fromEntries(Object.entries(input).filter(([name]) => !unknown.has(name)));
    if (unknown.size > 0) {
      payload.issues.push({ code: 'unrecognized_keys', keys: [...unknown], input, inst, continue: true });
    }
    if (tooMany === undefined) return parse(payload, context);
    const message = `At most ${keys.max} parameters start with "${keys.prefix}".`;
    payload.issues.push({ code: 'custom', path: [tooMany], message, input, inst });
    return payload;
  };
});

/**
 * An object that also accepts keys with a prefix, all validated by one schema; any other key is refused as unknown. In
 * a query, each of these keys is a parameter: `?attributes.color=red&attributes.size=l`.
 *
 * @param shape the keys that are known.
 * @param value schema of the value of a prefixed key; its description documents these keys.
 *
 * @example
 * query: withPrefixedKeys({ q: z.string().optional() }, queryList(), { prefix: 'attributes.', key: '[a-z]+', max: 20 }),
 */
export function withPrefixedKeys<Shape extends z.ZodRawShape, const Prefix extends string, Value extends z.ZodType>(
  shape: Shape,
  value: Value,
  keys: PrefixedKeys & { readonly prefix: Prefix },
): WithPrefixedKeys<Shape, Prefix, Value> {
  const object = new PrefixedObject({ type: 'object', shape, catchall: value, prefixedKeys: keys });
  return object as z.ZodType as WithPrefixedKeys<Shape, Prefix, Value>;
}

/**
 * The prefixed keys of a {@link withPrefixedKeys} object, and the schema of their values; undefined for other schemas.
 */
export function prefixedKeysOf(schema: z.core.$ZodType): (PrefixedKeys & { readonly value: z.ZodType }) | undefined {
  const { prefixedKeys, catchall } = schema._zod.def as Partial<PrefixedObjectDef>;
  return prefixedKeys && { ...prefixedKeys, value: catchall as z.ZodType };
}

/** The pattern of the whole key: `^attributes\.(?:[a-z]+)$`. */
export function prefixedKeyPattern({ prefix, key }: PrefixedKeys): string {
  return `^${prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:${key})$`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
