import type { ChannelSettings } from '@product-content/contract';
import type { PublishContext, PublishedItem } from './platform.ts';

export type GoogleSettings = ChannelSettings<'google_merchant'>;

const namespace = 'http://base.google.com/ns/1.0';

/** RSS 2.0 with Google's namespace (https://support.google.com/merchants/answer/14987622). */
export async function* writeRss(
  items: AsyncIterable<PublishedItem>,
  { channel, settings }: PublishContext<GoogleSettings>,
): AsyncGenerator<string> {
  const title = settings.title ?? channel.name;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="${namespace}">\n<channel>\n`;
  yield `${element('title', title)}${element('link', settings.shopUrl ?? originOf(settings.productUrl))}`;
  yield element('description', title);
  for await (const { payload } of items) {
    const fields = Object.entries(payload).flatMap(([name, value]) => {
      const texts = Array.isArray(value) ? value : [value];
      return texts.map((text) => element(`g:${name}`, String(text)));
    });
    yield `<item>\n${fields.join('')}</item>\n`;
  }
  yield '</channel>\n</rss>\n';
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>\n`;
}

/** A carriage return would be parsed as a line feed (XML 1.0, section 2.11). */
function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');
}

function originOf(productUrl: string | undefined): string {
  return productUrl === undefined ? '' : new URL(productUrl).origin;
}

/** Tab-separated text with a header line. List values are separated by commas; in URLs, commas are escaped. */
export async function* writeTsv(
  items: AsyncIterable<PublishedItem>,
  { fields }: PublishContext<GoogleSettings>,
): AsyncGenerator<string> {
  yield `${fields.join('\t')}\n`;
  for await (const { payload } of items) yield `${fields.map((field) => cellOf(payload[field])).join('\t')}\n`;
}

function cellOf(value: unknown): string {
  if (value === undefined) return '';
  const texts = Array.isArray(value) ? value.map(String) : [String(value)];
  const text = texts.length > 1 ? texts.map((item) => item.replaceAll(',', '%2C')).join(',') : (texts[0] ?? '');
  const line = text.replaceAll(/[\t\r\n]+/g, ' ');
  return line.includes('"') ? `"${line.replaceAll('"', '""')}"` : line;
}
