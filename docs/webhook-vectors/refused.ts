import { webhookHeaders } from '@product-content/contract';
import { body, hmac, otherSecret, secret, sentAt, signature, v1, vector, type WebhookVector } from './vector.ts';

const digest = v1(body);

/** Deliveries that must be refused because of their header, whatever they are signed with. */
const malformedVectors: readonly WebhookVector[] = [
  vector({
    name: 'missing-header',
    why: 'Nothing is signed.',
    headers: { [webhookHeaders.timestamp]: String(sentAt) },
    expected: 'missing_header',
  }),
  vector({
    name: 'empty-header',
    why: 'An empty header is a missing one.',
    ...signature(''),
    expected: 'missing_header',
  }),
  ...Object.entries({
    'without-t': [`v1=${digest}`, 'The age is unknown.'],
    'without-v1': [`t=${sentAt}`, 'There is no signature.'],
    'only-unknown-version': [`t=${sentAt},v2=${digest}`, 'A scheme this receiver does not know is not a signature.'],
    'bare-hex': [digest, 'There are no parts.'],
    garbage: ['=,=,;t,v1', 'There are no parts.'],
    'empty-t': [`t=,v1=${v1(body, '')}`, 't is digits, also when the signature over it is right.'],
    'negative-t': [`t=-${sentAt},v1=${v1(body, -sentAt)}`, 't is digits.'],
    'plus-t': [`t=+${sentAt},v1=${v1(body, `+${sentAt}`)}`, 't is digits.'],
    'decimal-t': [`t=${sentAt}.5,v1=${v1(body, `${sentAt}.5`)}`, 't is digits.'],
    'exponent-t': [`t=17e8,v1=${v1(body, '17e8')}`, 't is digits, though many languages read a number.'],
    'hexadecimal-t': [`t=0x6553f100,v1=${v1(body, '0x6553f100')}`, 't is digits, though many languages read a number.'],
    'space-in-t': [`t= ${sentAt},v1=${v1(body, ` ${sentAt}`)}`, 't is digits.'],
    'underscore-in-t': [
      `t=1_700_000_000,v1=${v1(body, '1_700_000_000')}`,
      't is digits, though Python reads a number.',
    ],
    'arabic-digits-in-t': [`t=١٧٠٠٠٠٠٠٠٠,v1=${v1(body, '١٧٠٠٠٠٠٠٠٠')}`, 't is ASCII digits.'],
    'two-t': [`t=${sentAt},t=${sentAt + 9000},v1=${digest}`, 'What is checked and what is signed must be the same t.'],
    'same-t-twice': [`t=${sentAt},t=${sentAt},v1=${digest}`, 'One t, even when both agree.'],
    'bare-t-as-well': [`t,t=${sentAt},v1=${digest}`, 'A t without a value is a t.'],
    'header-twice': [
      `t=${sentAt},v1=${digest}, t=${sentAt},v1=${digest}`,
      'Repeated header fields are joined by a comma.',
    ],
  }).map(([name, [field, why]]) =>
    vector({ name, why: why as string, ...signature(field as string), expected: 'malformed_header' }),
  ),
];

/** Deliveries that are signed by somebody else, or changed on the way. */
const unmatchedVectors: readonly WebhookVector[] = [
  vector({ name: 'tampered-body', why: 'One character differs.', body: body.replace('49.5', '49.4') }),
  vector({
    name: 'tampered-white-space',
    why: 'JSON that was parsed and written again is other bytes.',
    body: JSON.stringify(JSON.parse(body), null, 1),
  }),
  vector({ name: 'tampered-line-end', why: 'A line end was added.', body: `${body}\n` }),
  vector({ name: 'truncated-body', why: 'The last byte is missing.', body: body.slice(0, -1) }),
  vector({
    name: 'tampered-t',
    why: 't is signed: a recorded delivery cannot be made new.',
    now: sentAt + 3600,
    ...signature(`t=${sentAt + 3600},v1=${digest}`),
  }),
  vector({
    name: 'leading-zero-added-to-t',
    why: 'The text of t is signed, not its number.',
    ...signature(`t=0${sentAt},v1=${digest}`),
  }),
  vector({ name: 'wrong-secret', why: 'Signed with a secret the receiver does not have.', secrets: [otherSecret] }),
  vector({
    name: 'secret-without-prefix',
    why: 'The key is the whole text of the secret, whsec_ included.',
    ...signature(`t=${sentAt},v1=${v1(body, sentAt, secret.slice(6))}`),
  }),
  vector({
    name: 'secret-decoded',
    why: 'The key is the text of the secret; nothing is decoded.',
    ...signature(`t=${sentAt},v1=${v1(body, sentAt, Buffer.from(secret.slice(6), 'hex'))}`),
  }),
  vector({
    name: 'body-alone-signed',
    why: 't and a dot come before the body.',
    ...signature(`t=${sentAt},v1=${hmac(body)}`),
  }),
  vector({
    name: 'several-v1-none-right',
    why: 'Two signatures, both by other secrets.',
    ...signature(`t=${sentAt},v1=${v1(body, sentAt, otherSecret)},v1=${'0'.repeat(64)}`),
  }),
  vector({
    name: 'v1-too-short',
    why: 'The beginning of the right signature.',
    ...signature(`t=${sentAt},v1=${digest.slice(0, 62)}`),
  }),
  vector({
    name: 'v1-too-long',
    why: 'The right signature and one byte more.',
    ...signature(`t=${sentAt},v1=${digest}00`),
  }),
  vector({
    name: 'v1-then-garbage',
    why: 'Some decoders stop at what is no digit.',
    ...signature(`t=${sentAt},v1=${digest}zz`),
  }),
  vector({
    name: 'v1-then-equals-sign',
    why: 'A part is split at its first equals sign.',
    ...signature(`t=${sentAt},v1=${digest}=1`),
  }),
  vector({
    name: 'v1-half-a-byte',
    why: 'An odd number of digits.',
    ...signature(`t=${sentAt},v1=${digest.slice(1)}`),
  }),
  vector({ name: 'v1-empty', why: 'Nothing is nobody’s signature.', ...signature(`t=${sentAt},v1=`) }),
  vector({
    name: 'v1-not-hexadecimal',
    why: 'Base64 of the right signature.',
    ...signature(`t=${sentAt},v1=${Buffer.from(digest, 'hex').toString('base64')}`),
  }),
  vector({
    name: 'v1-with-algorithm',
    why: 'Another scheme’s way to write it.',
    ...signature(`t=${sentAt},v1=sha256=${digest}`),
  }),
  vector({
    name: 'v1-of-other-bytes',
    why: 'The right signature under a name this receiver does not know.',
    ...signature(`t=${sentAt},v2=${digest},v1=${'f'.repeat(64)}`),
  }),
  vector({
    name: 'expired-and-wrong',
    why: 'The age is looked at after the signature.',
    now: sentAt + 9000,
    secrets: [otherSecret],
  }),
].map((refused) => ({ ...refused, expected: 'no_match' as const }));

/** Deliveries that are right, at the wrong time. */
const lateVectors: readonly WebhookVector[] = [
  vector({ name: 'expired', why: 'One second too old.', now: sentAt + 301 }),
  vector({ name: 'expired-long-ago', why: 'A recorded delivery, sent again.', now: sentAt + 86_400 * 365 }),
  vector({ name: 'future', why: 'One second too new.', now: sentAt - 301 }),
  vector({
    name: 'no-tolerance',
    why: 'A tolerance of 0 admits this second alone.',
    now: sentAt + 1,
    toleranceSeconds: 0,
  }),
  vector({
    name: 'milliseconds-in-t',
    why: 't is seconds.',
    ...signature(`t=${sentAt}000,v1=${v1(body, `${sentAt}000`)}`),
  }),
  vector({
    name: 'enormous-t',
    why: 'More digits than an integer of 64 bits holds.',
    ...signature(`t=${'9'.repeat(40)},v1=${v1(body, '9'.repeat(40))}`),
  }),
].map((refused) => ({ ...refused, expected: 'timestamp_out_of_tolerance' as const }));

/** Deliveries that must be refused, with why. */
export const refusedVectors: readonly WebhookVector[] = [...malformedVectors, ...unmatchedVectors, ...lateVectors];
