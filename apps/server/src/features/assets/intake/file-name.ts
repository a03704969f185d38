import { assetLimits, FileNameSchema } from '@product-content/contract';

/** Names are cut to this and keep their extension. */
const { fileName: longest } = assetLimits;

/** What has no place in a name, or would make it a path. */
const improper = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/gu;

/**
 * The name of a file that somebody else gave: the last part of what may be a path, without what cannot be shown; short
 * enough, with its extension. Null when nothing is left.
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

/** The name an address ends in, or null. */
export function fileNameOfUrl(url: string): string | null {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return toFileName(decodeURIComponent(last));
  } catch {
    return toFileName(last);
  }
}
