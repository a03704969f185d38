import { createHmac } from 'node:crypto';
import type { WebhookVerificationCode } from '@contract-kit/webhooks';
import { webhookHeaders } from '@product-content/contract';

/** One case every receiver must judge alike, in any language. */
export interface WebhookVector {
  readonly name: string;
  readonly why: string;
  /** The receiver's secrets, as text: their UTF-8 bytes are the HMAC keys. */
  readonly secrets: readonly string[];
  /** The raw body, as text to be encoded as UTF-8, or as base64 where it is not UTF-8. */
  readonly body: string;
  readonly bodyEncoding: 'utf8' | 'base64';
  readonly headers: Readonly<Record<string, string>>;
  /** The receiver's clock in Unix seconds. */
  readonly now: number;
  readonly toleranceSeconds: number;
  readonly expected: 'valid' | WebhookVerificationCode;
}

export const secret = 'whsec_3f6c1d0b5a29487e96e1c2d4f8a7b0e35d1c9f2a6b4e8d7c';
export const otherSecret = 'whsec_a91e7d3c5b8f20461e9d0c7a3f5b8e2d6c4a1f0e9b7d5c38';
export const sentAt = 1_700_000_000;

export const body = JSON.stringify({
  id: 'evt_01hf7yat00e5rv5rqk2m9s3x7b',
  type: 'product.updated',
  createdAt: '2023-11-14T22:13:20.000Z',
  workspaceId: 'wsp_01hf7yat00fk3t8w2v6n4c9d5e',
  data: { product: { sku: 'LAMP-1', name: 'Große Lampe', price: 49.5, version: 7 }, changedFields: ['name'] },
});

/**
 * HMAC-SHA-256 in hexadecimal. Computed with `node:crypto`, not by `@contract-kit/webhooks`: what the vectors say does not follow
 * from what they test.
 */
export function hmac(content: string | Uint8Array, key: string | Buffer = secret): string {
  return createHmac('sha256', key).update(content).digest('hex');
}

/** The `v1` of a body. */
export function v1(signed: string | Uint8Array, t: number | string = sentAt, key: string | Buffer = secret): string {
  return hmac(Buffer.concat([Buffer.from(`${t}.`), Buffer.from(signed)]), key);
}

type Particulars = Pick<WebhookVector, 'name' | 'why'> & Partial<WebhookVector>;

/** A vector that is valid, but for what is given. */
export function vector({ name, why, ...particulars }: Particulars): WebhookVector {
  return {
    name,
    why,
    secrets: [secret],
    body,
    bodyEncoding: 'utf8',
    headers: { [webhookHeaders.signature]: `t=${sentAt},v1=${v1(body)}` },
    now: sentAt,
    toleranceSeconds: 300,
    expected: 'valid',
    ...particulars,
  };
}

/** The header of a vector that differs in nothing else. */
export const signature = (field: string): Pick<WebhookVector, 'headers'> => ({
  headers: { [webhookHeaders.signature]: field },
});
