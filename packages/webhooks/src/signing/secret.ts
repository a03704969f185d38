import { toHex } from './bytes.ts';

/** Random bits of a secret made by {@link createSecret}. */
const secretBytes = 32;

/**
 * A new signing secret: `whsec_` and 256 random bits in hexadecimal. Both schemes accept it, since 64 hexadecimal
 * digits are also valid base64 (48 bytes): a sender can change the scheme of an endpoint without a new secret.
 *
 * @example
 * createSecret(); // 'whsec_6f1c…', 70 characters
 */
export function createSecret(): string {
  return `whsec_${toHex(crypto.getRandomValues(new Uint8Array(secretBytes)))}`;
}
