import { createHmac, timingSafeEqual } from 'node:crypto';

/** The channel a feed belongs to. Ids are UUIDs. */
export interface FeedOwner {
  readonly workspaceId: string;
  readonly channelId: string;
}

/** The address of a feed: its owner, and how often the address was replaced. */
export interface FeedAddress extends FeedOwner {
  readonly number: number;
}

/** Creates and reads the tokens in the addresses of feeds. */
export interface FeedTokens {
  tokenOf(address: FeedAddress): string;
  /** The owner that a token claims: see {@link FeedTokens.isValid}. Null for a malformed token. */
  ownerOf(token: string): FeedOwner | null;
  /** Whether a token belongs to an address. */
  isValid(token: string, address: FeedAddress): boolean;
}

const ownerBytes = 32;
const signatureBytes = 20;

/**
 * A token holds the ids of workspace and channel, and 20 bytes of HMAC-SHA-256 over them and the number of the address:
 * it cannot be guessed, and only the number has to be stored.
 *
 * @param secret shared by all processes.
 */
export function createFeedTokens(secret: string): FeedTokens {
  const toBytes = ({ workspaceId, channelId, number }: FeedAddress) => {
    const owner = Buffer.from(`${workspaceId}${channelId}`.replaceAll('-', ''), 'hex');
    const hmac = createHmac('sha256', secret).update('channel feed\n').update(owner);
    // The first address of a channel has no number.
    if (number > 0) hmac.update(`\n${number}`);
    return Buffer.concat([owner, hmac.digest().subarray(0, signatureBytes)]);
  };
  return {
    tokenOf: (address) => toBytes(address).toString('base64url'),
    ownerOf(token) {
      const bytes = Buffer.from(token, 'base64url');
      // The decoder skips characters outside base64url; only the canonical text is accepted.
      if (bytes.length !== ownerBytes + signatureBytes || bytes.toString('base64url') !== token) return null;
      return { workspaceId: toUuid(bytes.subarray(0, 16)), channelId: toUuid(bytes.subarray(16, ownerBytes)) };
    },
    isValid(token, address) {
      const [sent, expected] = [Buffer.from(token, 'base64url'), toBytes(address)];
      return sent.length === expected.length && timingSafeEqual(sent, expected);
    },
  };
}

function toUuid(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
