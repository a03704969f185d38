import { createHmac, timingSafeEqual } from 'node:crypto';

/** The channel a feed belongs to. Ids are UUIDs. */
export interface FeedOwner {
  readonly workspaceId: string;
  readonly channelId: string;
}

/** Makes and reads what stands in the address of a feed. */
export interface FeedTokens {
  tokenOf(owner: FeedOwner): string;
  /** Null for what was not made here. */
  read(token: string): FeedOwner | null;
}

const ownerBytes = 32;
const signatureBytes = 20;

/**
 * A token is the ids of workspace and channel with 20 bytes of HMAC-SHA-256 over them: it cannot be guessed, and nothing
 * has to be kept.
 *
 * @param secret shared by all processes.
 */
export function createFeedTokens(secret: string): FeedTokens {
  const sign = (owner: Uint8Array) =>
    createHmac('sha256', secret).update('channel feed\n').update(owner).digest().subarray(0, signatureBytes);
  return {
    tokenOf({ workspaceId, channelId }) {
      const owner = Buffer.concat([toBytes(workspaceId), toBytes(channelId)]);
      return Buffer.concat([owner, sign(owner)]).toString('base64url');
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      // The decoder skips what is not base64url; only the one text it would write itself is taken.
      if (bytes.length !== ownerBytes + signatureBytes || bytes.toString('base64url') !== token) return null;
      const owner = bytes.subarray(0, ownerBytes);
      if (!timingSafeEqual(sign(owner), bytes.subarray(ownerBytes))) return null;
      return { workspaceId: toUuid(owner.subarray(0, 16)), channelId: toUuid(owner.subarray(16)) };
    },
  };
}

function toBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function toUuid(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
