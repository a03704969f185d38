/** Combining marks that folding removes. */
const marks = /\p{M}+/gu;

/**
 * Folds text for searching: compatibility forms are unified (NFKD), accents dropped, letters lowered, white space
 * collapsed. `Café  CRÈME` becomes `cafe creme`.
 */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(marks, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
