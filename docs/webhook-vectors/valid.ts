import { webhookHeaders } from '@product-content/contract';
import { body, otherSecret, secret, sentAt, signature, v1, vector, type WebhookVector } from './vector.ts';

const binary = Buffer.from([0x00, 0xff, 0xfe, 0x80, 0x0a, 0x0d, 0xc3, 0x28]);
const withBom = Buffer.from('\ufeff{}');

/** Deliveries that must be accepted. */
export const validVectors: readonly WebhookVector[] = [
  vector({ name: 'valid', why: 'One secret, one v1.' }),
  vector({
    name: 'valid-published',
    why: 'A signature that was published elsewhere.',
    secrets: ['convoy-webhook-secret'],
    body: '{"event":"charge.success","amount":1000,"currency":"NGN"}',
    ...signature('t=1700000000,v1=1cdbc3c8e883cd0e7f835821ed2e653289f427834f450f3380838d85c082a16d'),
  }),
  vector({
    name: 'valid-all-headers',
    why: 'As it is sent. Only the signature is trusted.',
    headers: {
      'Content-Type': 'application/json',
      [webhookHeaders.event]: 'product.updated',
      [webhookHeaders.delivery]: 'dlv_01hf7yat00a2b4c6d8e0f1g3h5',
      [webhookHeaders.timestamp]: String(sentAt),
      [webhookHeaders.signature]: `t=${sentAt},v1=${v1(body)}`,
    },
  }),
  vector({
    name: 'valid-header-name-in-lower-case',
    why: 'Field names are case-insensitive; HTTP/2 sends them in lower case.',
    headers: { [webhookHeaders.signature.toLowerCase()]: `t=${sentAt},v1=${v1(body)}` },
  }),
  vector({
    name: 'valid-empty-body',
    why: 'What is signed ends with the dot.',
    body: '',
    ...signature(`t=${sentAt},v1=${v1('')}`),
  }),
  vector({
    name: 'valid-binary-body',
    why: 'Bytes are signed, not text: these are no UTF-8.',
    body: binary.toString('base64'),
    bodyEncoding: 'base64',
    ...signature(`t=${sentAt},v1=${v1(binary)}`),
  }),
  vector({
    name: 'valid-byte-order-mark',
    why: 'A byte order mark is part of the bytes.',
    body: withBom.toString('base64'),
    bodyEncoding: 'base64',
    ...signature(`t=${sentAt},v1=${v1(withBom)}`),
  }),
  vector({
    name: 'valid-line-ends',
    why: 'White space and line ends of the body are signed as they are.',
    body: '{ "a": 1 }\r\n\n',
    ...signature(`t=${sentAt},v1=${v1('{ "a": 1 }\r\n\n')}`),
  }),
  vector({
    name: 'valid-rotation-first-v1',
    why: 'Two secrets are active at the sender; the receiver has the first.',
    ...signature(`t=${sentAt},v1=${v1(body)},v1=${v1(body, sentAt, otherSecret)}`),
  }),
  vector({
    name: 'valid-rotation-last-v1',
    why: 'Two secrets are active at the sender; the receiver has the second.',
    secrets: [otherSecret],
    ...signature(`t=${sentAt},v1=${v1(body)},v1=${v1(body, sentAt, otherSecret)}`),
  }),
  vector({ name: 'valid-several-secrets', why: 'The receiver has two secrets.', secrets: [otherSecret, secret] }),
  vector({ name: 'valid-t-last', why: 'Parts come in any order.', ...signature(`v1=${v1(body)},t=${sentAt}`) }),
  vector({
    name: 'valid-t-in-the-middle',
    why: 'Parts come in any order.',
    ...signature(`v1=${v1(body, sentAt, otherSecret)},t=${sentAt},v1=${v1(body)}`),
  }),
  vector({
    name: 'valid-spaces',
    why: 'White space around parts is ignored.',
    ...signature(` t=${sentAt} , v1=${v1(body)} `),
  }),
  vector({
    name: 'valid-unknown-parts',
    why: 'Unknown parts are ignored: later schemes may add some.',
    ...signature(`v0=abc,t=${sentAt},x,,v2=${'0'.repeat(64)},v1=${v1(body)},T=1,v1a=b`),
  }),
  vector({
    name: 'valid-upper-case-hex',
    why: 'Hexadecimal digits of either case are the same bytes.',
    ...signature(`t=${sentAt},v1=${v1(body).toUpperCase()}`),
  }),
  vector({
    name: 'valid-beside-malformed-v1',
    why: 'A v1 that can be no signature does not spoil the one that is.',
    ...signature(`t=${sentAt},v1=zz,v1=,v1=${v1(body)}`),
  }),
  vector({
    name: 'valid-leading-zero-t',
    why: 'The text of t is signed, as it is written.',
    ...signature(`t=0${sentAt},v1=${v1(body, `0${sentAt}`)}`),
  }),
  vector({ name: 'valid-oldest', why: 'The tolerance is inclusive.', now: sentAt + 300 }),
  vector({ name: 'valid-newest', why: 'A sender clock that is ahead is tolerated as well.', now: sentAt - 300 }),
  vector({
    name: 'valid-other-tolerance',
    why: 'The tolerance is a setting.',
    now: sentAt + 3600,
    toleranceSeconds: 3600,
  }),
];
