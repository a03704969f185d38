import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts what must not be read from a copy of a table. */
export interface SecretCipher {
  /** @param context what the secret belongs to; it can be decrypted with the same one only. */
  encrypt(secret: string, context: string): Buffer;
  /** @throws Error when the bytes are not what {@link SecretCipher.encrypt} made with this key and context. */
  decrypt(encrypted: Uint8Array, context: string): string;
}

/**
 * AES-256-GCM (NIST SP 800-38D) with a random nonce: `nonce ‖ ciphertext ‖ tag`.
 *
 * @param secret what the key is derived from: one that all processes have.
 */
export function createSecretCipher(secret: string): SecretCipher {
  // The info is part of what existing ciphertexts were made with, also those that are not of webhooks.
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
