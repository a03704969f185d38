import { isRecord } from '@contract-kit/openapi/schemas';
import type { z } from 'zod';

/** Variants of a text with a tag, for a field that must be unique; the first valid one is used. */
const forms = [
  (text: string, tag: string) => `${text}-${tag}`,
  (text: string, tag: string) => `${text.slice(0, 40)}-${tag}`,
  (text: string, tag: string) => text.replace(/(?=@)|$/, `-${tag}`),
  (_: string, tag: string) => tag,
];

/** A body with one field made new by a tag; null when the schema admits no such text. */
export function withNewText(body: unknown, name: string, tag: string, schema: z.ZodType): unknown {
  if (!isRecord(body) || typeof body[name] !== 'string') return null;
  for (const form of forms) {
    const varied = { ...body, [name]: form(body[name], tag) };
    if (schema.safeParse(varied).success) return varied;
  }
  return null;
}

/** Names of the fields of a body that hold texts. */
export function textFieldsOf(body: unknown): string[] {
  return isRecord(body) ? Object.keys(body).filter((name) => typeof body[name] === 'string') : [];
}

/**
 * Bodies that differ in a text or a number, and so presumably request different things.
 *
 * @param keep fields that stay as they are, because they name the record.
 * @returns as many as wanted, or none.
 */
export function differentBodies(
  body: unknown,
  count: number,
  schema: z.ZodType,
  keep: readonly string[] = [],
): readonly unknown[] {
  if (!isRecord(body)) return [];
  for (const name of Object.keys(body).filter((field) => !keep.includes(field))) {
    const bodies = Array.from({ length: count }, (_, index) => varied(body, name, index + 1, schema));
    if (bodies.every((other) => other !== null)) return bodies;
  }
  return [];
}

function varied(body: Record<string, unknown>, name: string, number: number, schema: z.ZodType): unknown {
  const value = body[name];
  if (typeof value !== 'number') return withNewText(body, name, `v${number}`, schema);
  const other = { ...body, [name]: value + number };
  return schema.safeParse(other).success ? other : null;
}

/** An id of the same form that probably does not exist. */
export function differentId(id: string): string {
  if (/^\d{1,12}$/.test(id)) return String(Number(id) + 1_000_003);
  return id.replace(/\w{1,5}$/, (end) => end.replaceAll(/./g, (letter) => (letter === '9' ? '8' : '9')));
}
