import { createHash, randomBytes } from 'node:crypto';
import { type ExportFormat, exportFormats } from '@product-content/contract';
import type { SecretCipher } from '../../../storage/index.ts';

/** The stored form of the secret at the end of a profile's feed addresses. */
interface StoredFeedToken {
  readonly feedTokenHash: Buffer;
  readonly feedToken: Buffer;
}

/** Creates a secret of 256 random bits, which can only be decrypted for that profile. */
export function createFeedToken(cipher: SecretCipher, profileId: string): StoredFeedToken {
  const token = randomBytes(32).toString('base64url');
  return { feedTokenHash: hashFeedToken(token), feedToken: cipher.encrypt(token, profileId) };
}

/** The hash by which a profile is found. */
export function hashFeedToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The parts of the last segment of a feed's address. */
export interface FeedName {
  readonly token: string;
  readonly format: ExportFormat;
}

const form = new RegExp(`^([A-Za-z0-9_-]{43})\\.(${exportFormats.join('|')})$`);

/** @returns null for text that cannot name a feed. */
export function parseFeedName(text: string): FeedName | null {
  const [, token, format] = form.exec(text) ?? [];
  return token === undefined ? null : { token, format: format as ExportFormat };
}
