/** A stored API key. It contains only the hash of the secret. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** SHA-256 of the secret part of the key, 32 bytes. */
  readonly hash: Uint8Array;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** The port that authentication uses to find a key by the id in its text. */
export interface ApiKeyStore {
  /** @returns the record, even if revoked or expired; null without one. */
  find(id: string): Promise<ApiKeyRecord | null>;
}
