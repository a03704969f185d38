import { createHash, randomBytes } from 'node:crypto';
import { type ExportFormat, exportFormats } from '@product-content/contract';
import type { SecretCipher } from '../../../storage/index.ts';

/** A secret that the addresses of a profile's feeds end with, as it is kept. */
interface KeptFeedToken {
  readonly feedTokenHash: Buffer;
  readonly feedToken: Buffer;
}

/** Makes one of 256 random bits; it can be decrypted for that profile only. */
export function createFeedToken(cipher: SecretCipher, profileId: string): KeptFeedToken {
  const token = randomBytes(32).toString('base64url');
  return { feedTokenHash: hashFeedToken(token), feedToken: cipher.encrypt(token, profileId) };
}

/** What a profile is found by. */
export function hashFeedToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The last segment of a feed's address, taken apart. */
export interface FeedName {
  readonly token: string;
  readonly format: ExportFormat;
}

const form = new RegExp(`^([A-Za-z0-9_-]{43})\\.(${exportFormats.join('|')})$`);

/** @returns null for what can be no feed. */
export function parseFeedName(text: string): FeedName | null {
  const [, token, format] = form.exec(text) ?? [];
  return token === undefined ? null : { token, format: format as ExportFormat };
}
