/** An API key as a store keeps it. The secret itself is nowhere, only its hash. */
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

/** The port of authentication: finds a key by the id that is part of its text. */
export interface ApiKeyStore {
  /** @returns the record, revoked and expired ones too, or null when there is none. */
  find(id: string): Promise<ApiKeyRecord | null>;
}
