import type { PublishContext, PublishedItem } from '../platform.ts';
import type { GoogleSettings } from './google-settings.ts';

/** Tab-separated text with a line of names; values of a list are separated by commas, which URLs escape. */
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
