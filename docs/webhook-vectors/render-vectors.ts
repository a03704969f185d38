import { refusedVectors } from './refused.ts';
import { standardVectors } from './standard.ts';
import { validVectors } from './valid.ts';
import type { WebhookVector } from './vector.ts';

const description = [
  'Cases every receiver of these webhooks must judge alike.',
  'Verify headers and body with each of the secrets, at the time now (Unix seconds), within toleranceSeconds.',
  'The body is text to be encoded as UTF-8, or base64, as bodyEncoding says. Header names are case-insensitive.',
  'expected is valid, or why the delivery is refused. A receiver may have one response for all refusals.',
];

/** The text of `webhook-vectors.json`. */
export const renderVectors = (): string => render('v1', [...validVectors, ...refusedVectors]);

/** The text of `webhook-vectors-standard.json`. */
export const renderStandardVectors = (): string => render('standard_webhooks', standardVectors);

/** As the formatter of this repository would write it. */
function render(scheme: string, vectors: readonly WebhookVector[]): string {
  const text = JSON.stringify({ description, scheme, vectors }, null, 2);
  return `${text.replace(/\[\s+("[^"]*")\s+\]/g, '[$1]')}\n`;
}
