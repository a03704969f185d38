import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts secrets that a copy of a table must not reveal. */
export interface SecretCipher {
  /** @param context the owner of the secret; decryption requires the same one. */
  encrypt(secret: string, context: string): Buffer;
  /** @throws Error when the bytes were not encrypted by {@link SecretCipher.encrypt} with this key and context. */
  decrypt(encrypted: Uint8Array, context: string): string;
}

/**
 * AES-256-GCM (NIST SP 800-38D) with a random nonce: `nonce ‖ ciphertext ‖ tag`.
 *
 * @param secret the key is derived from it; all processes must use the same one.
 */
export function createSecretCipher(secret: string): SecretCipher {
  // The info must match that of existing ciphertexts, including those that do not belong to webhooks.
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'webhook secrets', 32));
  return {
    encrypt(text, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context));
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(encrypted, context) {
      const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(context)).setAuthTag(encrypted.subarray(-tagBytes));
      const text = decipher.update(encrypted.subarray(nonceBytes, -tagBytes));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
  };
}
