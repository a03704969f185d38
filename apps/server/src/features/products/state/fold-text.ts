/** Combining marks that folding removes. */
const marks = /\p{M}+/gu;

/** Printable ASCII, which most texts are: there is nothing to unify in it. */
export const printable = /^[ -~]*$/;

/**
 * Folds text for searching: compatibility forms are unified (NFKD), accents dropped, letters lowered, white space
 * collapsed. `Café  CRÈME` becomes `cafe creme`.
 */
export function foldText(text: string): string {
  if (printable.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ').trim();
  return text.normalize('NFKD').replace(marks, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
