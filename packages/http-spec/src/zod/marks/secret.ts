import { z } from 'zod';
import { markedPathsOf } from './marked-paths.ts';

/** Key of the zod metadata that marks a secret; a JSON Schema made of it has it too. */
export const secretKey = 'x-secret';

/**
 * Marks a field that grants access by itself: the text of a key, a signing secret, an address that needs no key.
 *
 * @example
 * const KeyWithTextSchema = KeySchema.extend({ key: secret(z.string()).describe('Shown once.') });
 */
export function secret<T extends z.ZodType>(schema: T): T {
  return schema.meta({ [secretKey]: true });
}

/** Dotted paths of the fields of a response that are marked {@link secret}, `*` for the elements of a list. */
export function secretPathsOf(response: unknown): string[] {
  if (!(response instanceof z.ZodType)) return [];
  return markedPathsOf(response, (part) => part.meta()?.[secretKey] === true).map((path) => path.join('.'));
}
