import { type HeaderFields, readHeader, standardHeaderNames, webhookHeaderNames } from '../headers.ts';
import { parseBase64 } from '../signing/bytes.ts';
import type { SignatureScheme } from '../signing/scheme.ts';
import { parseSignatureHeader } from '../signing/signature-header.ts';
import { WebhookVerificationError } from './verification-error.ts';

/** The signature fields of a delivery of either scheme. */
export interface ReceivedSignature {
  /** Null where the scheme does not sign an id. */
  readonly id: string | null;
  /** Unix seconds, digits as written. */
  readonly t: string;
  /** The signed prefix of the body. */
  readonly prefix: string;
  /** The `v1` values, decoded. */
  readonly signatures: readonly Uint8Array[];
}

/** @throws WebhookVerificationError `missing_header` or `malformed_header`. */
export function readSignature(
  headers: HeaderFields,
  scheme: SignatureScheme,
  name: string = webhookHeaderNames.signature,
): ReceivedSignature {
  return scheme === 'standard_webhooks' ? readStandard(headers) : readTimestamped(headers, name);
}

function readTimestamped(headers: HeaderFields, name: string): ReceivedSignature {
  const header = parseSignatureHeader(requireHeader(headers, name));
  if (header === null) throw malformed(`${name} must have one t of digits and at least one v1.`);
  return { id: null, prefix: `${header.t}.`, ...header };
}

function readStandard(headers: HeaderFields): ReceivedSignature {
  const names = standardHeaderNames;
  const id = requireHeader(headers, names.id);
  const t = requireHeader(headers, names.timestamp);
  const field = requireHeader(headers, names.signature);
  // A dot in the id would make its end ambiguous with the timestamp.
  if (/[\s.]/.test(id)) throw malformed(`${names.id} must not have dots or white space.`);
  if (!/^[0-9]+$/.test(t)) throw malformed(`${names.timestamp} must be digits.`);
  const parts = field.split(' ').map((part) => part.split(','));
  const values = parts.filter(([version]) => version === 'v1').map(([, ...value]) => value.join(','));
  if (values.length === 0) throw malformed(`${names.signature} must have at least one v1.`);
  return { id, t, prefix: `${id}.${t}.`, signatures: values.map(parseBase64).filter((bytes) => bytes !== null) };
}

function requireHeader(headers: HeaderFields, name: string): string {
  const field = readHeader(headers, name);
  if (field === null) throw new WebhookVerificationError('missing_header', `The header ${name} is missing.`);
  return field;
}

function malformed(message: string): WebhookVerificationError {
  return new WebhookVerificationError('malformed_header', message);
}
