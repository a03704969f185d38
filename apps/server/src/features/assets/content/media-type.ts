import type { AssetType } from '@product-content/contract';
import mime from 'mime';
import { rootElementOf } from './root-element.ts';

/** The type of a file, detected from its content. */
export interface MediaType {
  readonly mimeType: string;
  /** Of the address of the file, without a dot. */
  readonly extension: string;
}

export const svg = 'image/svg+xml';
const html: MediaType = { mimeType: 'text/html', extension: 'html' };
const binary: MediaType = { mimeType: 'application/octet-stream', extension: 'bin' };
const plainText: MediaType = { mimeType: 'text/plain', extension: 'txt' };

/** Types of text that only the file name tells apart. */
const textTypes = ['text/csv', 'text/tab-separated-values', 'text/markdown', 'application/json'];

/** First elements of documents that a browser shows as a page (WHATWG MIME Sniffing, section 7.1). */
const pageElements =
  /^(html|head|body|script|style|title|meta|link|base|iframe|object|embed|form|h1|div|font|table|a|b|br|p|img|video|audio|template)$/;

/** Controls that text has: tab, line feed, form feed, carriage return, escape (WHATWG MIME Sniffing, section 3). */
const textControls = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/**
 * Detects the type of a file from its first bytes. The name only decides between kinds of text, which content cannot
 * tell apart.
 *
 * @param head the first bytes of the file, at least 64 KiB of a file that long.
 */
export async function detectMediaType(head: Uint8Array, fileName: string): Promise<MediaType> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found !== undefined && found.mime !== 'application/xml') {
    return { mimeType: found.mime, extension: toExtension(found.ext) };
  }
  const text = toText(head);
  if (text === null) return found === undefined ? binary : { mimeType: 'application/xml', extension: 'xml' };
  const root = rootElementOf(text);
  if (root === 'svg') return { mimeType: svg, extension: 'svg' };
  if (found !== undefined) {
    return root === 'html'
      ? { mimeType: 'application/xhtml+xml', extension: 'xhtml' }
      : { mimeType: 'application/xml', extension: 'xml' };
  }
  return root !== null && pageElements.test(root) ? html : textTypeOf(fileName);
}

/** The kind of asset for a media type. */
export function assetTypeOf(mimeType: string | null): AssetType {
  if (mimeType?.startsWith('image/')) return 'image';
  return mimeType?.startsWith('video/') ? 'video' : 'document';
}

/** The type that the path of an address suggests; null when it suggests none. */
export function mediaTypeOfUrl(url: string): MediaType | null {
  const mimeType = mime.getType(new URL(url).pathname);
  return mimeType === null ? null : { mimeType, extension: toExtension(mime.getExtension(mimeType) ?? '') };
}

/** True for files that a browser shows as a page when it opens them. */
export function isPage(mimeType: string): boolean {
  return mimeType === html.mimeType || mimeType === 'application/xhtml+xml';
}

function textTypeOf(fileName: string): MediaType {
  const mimeType = mime.getType(fileName) ?? '';
  if (!textTypes.includes(mimeType)) return plainText;
  return { mimeType, extension: toExtension(mime.getExtension(mimeType) ?? '') };
}

function toExtension(text: string): string {
  return /^[a-z0-9]{1,16}$/.test(text) ? text : binary.extension;
}

/** Bytes as text, or null for binary content. Anything but UTF-16 is read byte by byte: only ASCII matters. */
function toText(bytes: Uint8Array): string | null {
  const wide = byteOrderMarks.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  if (wide !== undefined) return new TextDecoder(wide.encoding).decode(bytes);
  if (bytes.some((byte) => byte < 0x20 && !textControls.has(byte))) return null;
  return Buffer.from(bytes).toString('latin1');
}

const byteOrderMarks = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
];
