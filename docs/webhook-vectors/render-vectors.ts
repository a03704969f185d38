import { refusedVectors } from './refused.ts';
import { validVectors } from './valid.ts';
import type { WebhookVector } from './vector.ts';

export const vectors: readonly WebhookVector[] = [...validVectors, ...refusedVectors];

const description = [
  'Cases every receiver of these webhooks must judge alike.',
  'Verify headers and body with each of the secrets, at the time now (Unix seconds), within toleranceSeconds.',
  'The body is text to be encoded as UTF-8, or base64, as bodyEncoding says. Header names are case-insensitive.',
  'expected is valid, or why the delivery is refused. A receiver may have one answer for all refusals.',
];

/** The text of `webhook-vectors.json`, as the formatter of this repository would write it. */
export function renderVectors(): string {
  const text = JSON.stringify({ description, scheme: 'v1', vectors }, null, 2);
  return `${text.replace(/\[\s+("[^"]*")\s+\]/g, '[$1]')}\n`;
}
