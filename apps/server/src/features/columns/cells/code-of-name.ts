import { CodeSchema } from '@product-content/contract';

/**
 * The code a new record gets of its name: the name itself where it can be one, else its letters without accents and
 * its digits, joined by underscores.
 *
 * @returns null when nothing of it is left.
 *
 * @example
 * toCode('Crème brûlée'); // 'Creme_brulee'
 */
export function toCode(name: string): string | null {
  if (CodeSchema.safeParse(name).success) return name;
  const letters = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss');
  const code = letters
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100);
  return code === '' ? null : code;
}
