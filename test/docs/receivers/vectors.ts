import { readFileSync } from 'node:fs';
import { createTestDelivery } from '@contract-kit/webhooks/testing';
import { webhookHeaders } from '@product-content/contract';
import { inRepository } from '../repository.ts';

interface Vector {
  readonly name: string;
  readonly secrets: string[];
  readonly body: string;
  readonly bodyEncoding: 'utf8' | 'base64';
  readonly headers: Readonly<Record<string, string>>;
  readonly now: number;
  readonly toleranceSeconds: number;
  readonly expected: string;
}

export const vectorFile = inRepository('docs/webhook-vectors.json');
export const { vectors } = JSON.parse(readFileSync(vectorFile, 'utf8')) as { vectors: Vector[] };
/** The names of the vectors a receiver accepts. */
export const valid = vectors.filter(({ expected }) => expected === 'valid').map(({ name }) => name);
export const secret = 'whsec_of_the_guide';

/**
 * The vectors for languages that read no JSON of themselves: one a line, its fields separated by tabs. Name, body,
 * signature, secrets separated by commas, now, tolerance; body, signature and each secret in base64.
 */
export function vectorLines(): string {
  const base64 = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding).toString('base64');
  const lines = vectors.map(({ name, body, bodyEncoding, headers, secrets, now, toleranceSeconds }) => {
    const signature = Object.entries(headers).find(([header]) => header.toLowerCase() === 'x-cl-signature')?.[1] ?? '';
    const keys = secrets.map((key) => base64(key)).join();
    return [name, base64(body, bodyEncoding), base64(signature), keys, now, toleranceSeconds].join('\t');
  });
  return `${lines.join('\n')}\n`;
}

/** The statuses of a receiver's responses to a delivery, to a changed one, and to one that is not signed. */
export async function statusesOf(send: (request: RequestInit) => Promise<Response>): Promise<number[]> {
  const delivery = await createTestDelivery({ secrets: secret, headerNames: webhookHeaders });
  const { body } = await createTestDelivery({ secrets: secret, headerNames: webhookHeaders });
  const requests = [delivery, { ...delivery, body }, { ...delivery, headers: {} }];
  const responses = await Promise.all(requests.map(send));
  return responses.map(({ status }) => status);
}
