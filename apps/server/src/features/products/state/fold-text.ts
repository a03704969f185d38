/** Combining marks that folding removes. */
const marks = /\p{M}+/gu;

/** Printable ASCII, like most texts: it needs no normalization. */
export const printable = /^[ -~]*$/;

/**
 * Folds text for searching: compatibility forms are unified (NFKD), accents removed, letters lower-cased, white space
 * collapsed. `Café  CRÈME` becomes `cafe creme`.
 */
export function foldText(text: string): string {
  if (printable.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ').trim();
  return text.normalize('NFKD').replace(marks, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
