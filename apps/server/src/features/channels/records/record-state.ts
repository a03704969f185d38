import type { ListingStatus } from '@product-content/contract';
import type { ChannelProductRow } from '../channel.entity.ts';

/** The counted properties of a record. */
export type CountedRecord = Pick<ChannelProductRow, 'inScope' | 'ready' | 'warningCount'> & {
  readonly listingStatus: ListingStatus;
};

/** The statistics that a channel keeps of its records. */
export type RecordFigures = Readonly<Record<(typeof figureNames)[number], number>>;

export const figureNames = ['total', 'ready', 'withWarnings', 'listed', 'pending', 'outdated', 'rejected'] as const;

const listingFigure: Readonly<Record<ListingStatus, keyof RecordFigures | null>> = {
  not_listed: null,
  queued: 'pending',
  submitted: 'pending',
  listed: 'listed',
  outdated: 'outdated',
  rejected: 'rejected',
  delisted: null,
};

/** How the statistics of each channel change with its records. */
export class FigureChanges {
  readonly #byChannel = new Map<string, Record<keyof RecordFigures, number>>();

  /** @param before null for a new record. @param after null for a deleted one. */
  add(channelId: string, before: CountedRecord | null, after: CountedRecord | null): void {
    if (before !== null) this.#count(channelId, before, -1);
    if (after !== null) this.#count(channelId, after, 1);
  }

  /** The channels whose statistics change, and by how much. */
  entries(): { readonly channelId: string; readonly by: RecordFigures }[] {
    return [...this.#byChannel]
      .map(([channelId, by]) => ({ channelId, by }))
      .filter(({ by }) => figureNames.some((name) => by[name] !== 0));
  }

  #count(channelId: string, record: CountedRecord, sign: 1 | -1): void {
    if (!record.inScope) return;
    const figures = this.#byChannel.get(channelId) ?? noFigures();
    this.#byChannel.set(channelId, figures);
    figures.total += sign;
    if (record.ready) figures.ready += sign;
    if (record.ready && record.warningCount > 0) figures.withWarnings += sign;
    const listing = listingFigure[record.listingStatus];
    if (listing !== null) figures[listing] += sign;
  }
}

function noFigures(): Record<keyof RecordFigures, number> {
  return { total: 0, ready: 0, withWarnings: 0, listed: 0, pending: 0, outdated: 0, rejected: 0 };
}

/** Whether the listed payload is still the current one. Other statuses stay until the next publication. */
export function listingAfterChange(
  status: ListingStatus,
  { publishedHash, payloadHash }: { readonly publishedHash: string | null; readonly payloadHash: string },
): ListingStatus {
  if (status !== 'listed' && status !== 'submitted' && status !== 'outdated') return status;
  if (publishedHash !== payloadHash) return 'outdated';
  return status === 'outdated' ? 'listed' : status;
}

/** True for a record that is, or may be, on the platform, even in an earlier version: it must be withdrawn there. */
export function isOnPlatform(
  record: Pick<CountedRecord & ChannelProductRow, 'listingStatus' | 'publishedHash'>,
): boolean {
  return record.publishedHash !== null || record.listingStatus === 'queued';
}
