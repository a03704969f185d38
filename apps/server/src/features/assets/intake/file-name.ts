import { assetLimits, FileNameSchema } from '@product-content/contract';

/** Longer names are cut and keep their extension. */
const { fileName: longest } = assetLimits;

/** Characters that do not belong in a name, or would make it a path. */
const improper = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/gu;

/**
 * Cleans the name of a file that a stranger provided: keeps the last part of a path, drops characters that cannot be
 * shown, and shortens it without losing its extension. Null when nothing is left.
 */
export function toFileName(given: string): string | null {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const shown = last.replace(improper, '').trim();
  const dot = shown.lastIndexOf('.');
  const extension = dot > 0 && shown.length - dot <= 20 ? shown.slice(dot) : '';
  const name = shown.length <= longest ? shown : shown.slice(0, longest - extension.length) + extension;
  const { success, data } = FileNameSchema.safeParse(name.toWellFormed());
  return success ? data : null;
}

/** The file name at the end of an address, or null. */
export function fileNameOfUrl(url: string): string | null {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return toFileName(decodeURIComponent(last));
  } catch {
    return toFileName(last);
  }
}
