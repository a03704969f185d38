import { hkdfSync, randomBytes } from 'node:crypto';
import { type Clock, StartError } from '../../kernel/index.ts';
import type { Database } from '../database.ts';
import { createSecretCipher, type SecretCipher } from './secret-cipher.ts';
import { insertSecret, lockSecrets, selectSecret, updateSecret } from './shared-secret.statements.ts';

export interface SharedSecretsOptions {
  readonly database: Database;
  /** The keys of the settings: the first one encrypts, all of them decrypt. Without any, secrets are not encrypted. */
  readonly keys: readonly string[];
  readonly clock: Clock;
}

interface Key {
  readonly id: string;
  readonly cipher: SecretCipher;
}

interface StoredSecret {
  readonly value: Uint8Array;
  readonly keyId: string | null;
}

/** Identifies a key where it must not be shown: 8 hexadecimal digits, from which the key cannot be derived. */
export function secretKeyId(key: string): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'id of a secrets key', 4)).toString('hex');
}

/**
 * Secrets shared by all processes on one database: one signs cursors, others encrypt the secrets of webhooks and
 * channels. If there are keys, the database stores them encrypted. So changing the key only rewrites a few rows, and
 * running processes are not affected.
 */
export class SharedSecrets {
  readonly #database: Database;
  readonly #keys: readonly Key[];
  readonly #clock: Clock;

  constructor({ database, keys, clock }: SharedSecretsOptions) {
    this.#database = database;
    this.#keys = keys.map((key) => ({ id: secretKeyId(key), cipher: createSecretCipher(key) }));
    this.#clock = clock;
  }

  /**
   * The secret with a name, 32 random bytes as base64url. The first process that needs it creates it; all get the same.
   *
   * @throws StartError when it is encrypted with a key that the settings do not contain.
   */
  async load(name: string): Promise<string> {
    const made = this.#encrypt(name, randomBytes(32).toString('base64url'), this.#keys[0]);
    await this.#database.run(insertSecret, { name, ...made, createdAt: this.#clock.now() });
    const [secret] = await this.#database.run(selectSecret, { name });
    if (secret === undefined) throw new Error(`The shared secret "${name}" was deleted while it was read.`);
    return this.#decrypt(name, { value: secret.value, keyId: secret.key_id });
  }

  /**
   * Encrypts all secrets with the first key, in one transaction.
   *
   * @param plain stores them without encryption instead.
   * @returns how many were encrypted differently before.
   * @throws StartError when there is no key, or one is missing.
   */
  async rotate({ plain = false } = {}): Promise<number> {
    const key = plain ? undefined : this.#keys[0];
    if (!plain && key === undefined) throw new StartError('SECRETS_KEY is not set: there is no key to encrypt with.');
    return this.#database.transaction(async (tx) => {
      const secrets = await tx.run(lockSecrets, {});
      const others = secrets.filter(({ key_id: keyId }) => keyId !== (key?.id ?? null));
      for (const { name, value, key_id: keyId } of others) {
        const secret = this.#decrypt(name, { value, keyId });
        await tx.run(updateSecret, { name, ...this.#encrypt(name, secret, key) });
      }
      return others.length;
    });
  }

  #encrypt(name: string, secret: string, key: Key | undefined): StoredSecret {
    if (key === undefined) return { value: Buffer.from(secret, 'base64url'), keyId: null };
    return { value: key.cipher.encrypt(secret, name), keyId: key.id };
  }

  #decrypt(name: string, { value, keyId }: StoredSecret): string {
    if (keyId === null) return Buffer.from(value).toString('base64url');
    const key = this.#keys.find(({ id }) => id === keyId);
    if (key !== undefined) return key.cipher.decrypt(value, name);
    throw new StartError(
      `The secrets in the database are encrypted with the key ${keyId}, which is not in SECRETS_KEY: add it there, after the key that is to replace it.`,
    );
  }
}
