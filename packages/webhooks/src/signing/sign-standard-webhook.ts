import { standardHeaderNames } from '../headers.ts';
import { toBase64, toBytes } from './bytes.ts';
import { computeSignature, importSecrets } from './hmac.ts';
import { assertTimestamp, type SignOptions } from './sign.ts';

export interface SignStandardWebhookOptions extends SignOptions {
  /** `webhook-id`: the event's id, the same for all attempts. Without dots, which separate the signed parts. */
  readonly id: string;
}

/**
 * The three header fields that Standard Webhooks requires. Each secret gives one `v1`, separated by spaces.
 *
 * @example
 * const headers = await signStandardWebhook({ id: 'evt_1', body, secrets: [current, previous], timestamp });
 * @throws TypeError for a body that is not bytes or text, an id that is empty or has a dot or white space, and a secret
 * that is not base64.
 * @throws RangeError when the timestamp is not a whole number of seconds.
 */
export async function signStandardWebhook(options: SignStandardWebhookOptions): Promise<Record<string, string>> {
  const { id, secrets, timestamp } = options;
  assertTimestamp(timestamp);
  if (!/^[^\s.]+$/.test(id)) throw new TypeError('The id of a delivery must be a string without dots or white space.');
  const body = toBytes(options.body);
  const keys = await importSecrets(secrets, 'standard_webhooks');
  const signatures = await Promise.all(keys.map((key) => computeSignature(key, `${id}.${timestamp}.`, body)));
  return {
    [standardHeaderNames.id]: id,
    [standardHeaderNames.timestamp]: String(timestamp),
    [standardHeaderNames.signature]: signatures.map((signature) => `v1,${toBase64(signature)}`).join(' '),
  };
}
