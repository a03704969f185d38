import { createHmac } from 'node:crypto';
import { body, sentAt, type WebhookVector } from './vector.ts';

/** 48 bytes in base64: a secret as this server makes them, whose 64 hexadecimal digits are base64 too. */
const secret = 'whsec_3f6c1d0b5a29487e96e1c2d4f8a7b0e35d1c9f2a6b4e8d7c9b0e1f2a3c4d5e6f';
const otherSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const id = 'evt_01hf7yat00e5rv5rqk2m9s3x7b';

/** The `v1` of a body, computed with `node:crypto` and not by the library that the vectors test. */
function v1(signed: string | Uint8Array, { key = secret, messageId = id, t = String(sentAt) } = {}): string {
  const hmac = createHmac('sha256', Buffer.from(key.slice(6), 'base64'));
  return `v1,${hmac.update(`${messageId}.${t}.`).update(signed).digest('base64')}`;
}

type Particulars = Pick<WebhookVector, 'name' | 'why'> &
  Partial<Omit<WebhookVector, 'headers'>> & {
    /** Fields that differ; null leaves one out. */
    readonly headers?: Readonly<Record<string, string | null>>;
  };

/** A vector that is valid, but for what is given. */
function vector({ headers, name, why, ...particulars }: Particulars): WebhookVector {
  const fields = { 'webhook-id': id, 'webhook-timestamp': String(sentAt), 'webhook-signature': v1(body), ...headers };
  const sent = Object.entries(fields).filter((field): field is [string, string] => field[1] !== null);
  const rest = { body, bodyEncoding: 'utf8', now: sentAt, toleranceSeconds: 300, expected: 'valid' } as const;
  return { name, why, secrets: [secret], ...rest, ...particulars, headers: Object.fromEntries(sent) };
}

const digest = v1(body).slice(3);
const binary = Buffer.from([0x00, 0xff, 0xfe, 0x80, 0x0a, 0x0d, 0xc3, 0x28]);

const valid: readonly WebhookVector[] = [
  vector({ name: 'valid', why: 'One secret, one v1.' }),
  vector({
    name: 'valid-published',
    why: 'A signature that was published elsewhere.',
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    body: '{"test": 2432232314}',
    now: 1_614_265_330,
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
  }),
  vector({
    name: 'valid-all-headers',
    why: 'As it is sent. The event and the delivery are for logs.',
    headers: {
      'Content-Type': 'application/json',
      'X-CL-Event': 'product.updated',
      'X-CL-Delivery': 'dlv_01hf7yat00a2b4c6d8e0f1g3h5',
    },
  }),
  vector({
    name: 'valid-header-names-in-title-case',
    why: 'Field names are case-insensitive.',
    headers: {
      'webhook-id': null,
      'webhook-timestamp': null,
      'webhook-signature': null,
      'Webhook-Id': id,
      'Webhook-Timestamp': String(sentAt),
      'Webhook-Signature': v1(body),
    },
  }),
  vector({ name: 'valid-secret-without-prefix', why: 'whsec_ is not a part of the key.', secrets: [secret.slice(6)] }),
  vector({
    name: 'valid-empty-body',
    why: 'What is signed ends with the dot.',
    body: '',
    headers: { 'webhook-signature': v1('') },
  }),
  vector({
    name: 'valid-binary-body',
    why: 'Bytes are signed, not text: these are not UTF-8.',
    body: binary.toString('base64'),
    bodyEncoding: 'base64',
    headers: { 'webhook-signature': v1(binary) },
  }),
  vector({
    name: 'valid-rotation-first-v1',
    why: 'Two secrets are active at the sender; the receiver has the first.',
    headers: { 'webhook-signature': `${v1(body)} ${v1(body, { key: otherSecret })}` },
  }),
  vector({
    name: 'valid-rotation-last-v1',
    why: 'Two secrets are active at the sender; the receiver has the second.',
    secrets: [otherSecret],
    headers: { 'webhook-signature': `${v1(body)} ${v1(body, { key: otherSecret })}` },
  }),
  vector({ name: 'valid-several-secrets', why: 'The receiver has two secrets.', secrets: [otherSecret, secret] }),
  vector({
    name: 'valid-beside-other-versions',
    why: 'Signatures of versions this receiver does not know are ignored.',
    headers: { 'webhook-signature': `v1a,${digest} v2,abc ${v1(body)} x` },
  }),
  vector({ name: 'valid-oldest', why: 'The tolerance is inclusive.', now: sentAt + 300 }),
  vector({ name: 'valid-newest', why: 'A sender clock that is ahead is tolerated as well.', now: sentAt - 300 }),
];

const refused: readonly WebhookVector[] = [
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].flatMap((name) => [
    vector({ name: `no-${name}`, why: `${name} is missing.`, headers: { [name]: null }, expected: 'missing_header' }),
    vector({ name: `empty-${name}`, why: `${name} is empty.`, headers: { [name]: '' }, expected: 'missing_header' }),
  ]),
  ...Object.entries<Record<string, string>>({
    'no-v1': { 'webhook-signature': `v1a,${digest}` },
    'bare-base64': { 'webhook-signature': digest },
    'signature-of-the-other-scheme': {
      'webhook-signature': `t=${sentAt},v1=${Buffer.from(digest, 'base64').toString('hex')}`,
    },
    'decimal-timestamp': { 'webhook-timestamp': `${sentAt}.0`, 'webhook-signature': v1(body, { t: `${sentAt}.0` }) },
    'date-as-timestamp': { 'webhook-timestamp': '2023-11-14T22:13:20Z' },
    'dot-in-the-id': { 'webhook-id': 'evt.1', 'webhook-signature': v1(body, { messageId: 'evt.1' }) },
  }).map(([name, headers]) =>
    vector({ name, why: 'A field does not have its form.', headers, expected: 'malformed_header' }),
  ),
  ...[
    vector({ name: 'tampered-body', why: 'One character differs.', body: body.replace('49.5', '49.4') }),
    vector({ name: 'tampered-id', why: 'The id is signed.', headers: { 'webhook-id': 'evt_2' } }),
    vector({
      name: 'tampered-timestamp',
      why: 'The timestamp is signed: a recorded delivery cannot be made new.',
      now: sentAt + 3600,
      headers: { 'webhook-timestamp': String(sentAt + 3600) },
    }),
    vector({ name: 'wrong-secret', why: 'Signed with a secret the receiver does not have.', secrets: [otherSecret] }),
    vector({
      name: 'secret-not-decoded',
      why: 'The key is what the base64 stands for, not its text.',
      headers: {
        'webhook-signature': `v1,${createHmac('sha256', secret).update(`${id}.${sentAt}.${body}`).digest('base64')}`,
      },
    }),
    vector({
      name: 'hexadecimal-signature',
      why: 'A signature is base64.',
      headers: { 'webhook-signature': `v1,${Buffer.from(digest, 'base64').toString('hex')}` },
    }),
    vector({
      name: 'truncated-signature',
      why: 'The beginning of the right signature.',
      headers: { 'webhook-signature': `v1,${digest.slice(0, 40)}` },
    }),
    vector({
      name: 'signature-and-more',
      why: 'The right signature with something behind it.',
      headers: { 'webhook-signature': `${v1(body)},x` },
    }),
    vector({
      name: 'expired-and-wrong',
      why: 'The age is looked at last.',
      now: sentAt + 9000,
      secrets: [otherSecret],
    }),
  ].map((refusal) => ({ ...refusal, expected: 'no_match' as const })),
  ...[
    vector({ name: 'expired', why: 'One second too old.', now: sentAt + 301 }),
    vector({ name: 'future', why: 'One second too new.', now: sentAt - 301 }),
    vector({
      name: 'milliseconds-as-timestamp',
      why: 'The timestamp is in seconds.',
      headers: { 'webhook-timestamp': `${sentAt}000`, 'webhook-signature': v1(body, { t: `${sentAt}000` }) },
    }),
  ].map((refusal) => ({ ...refusal, expected: 'timestamp_out_of_tolerance' as const })),
];

/** Deliveries to endpoints whose `signatureScheme` is `standard_webhooks`. */
export const standardVectors: readonly WebhookVector[] = [...valid, ...refused];
