import type { EntityTag } from '@contract-kit/http-spec';

/** A record the mock keeps. It is replaced as a whole when it changes. */
export interface StoredRecord {
  /** What paths name it by. */
  readonly key: string;
  /** Null: created without a credential, and seen by everyone. */
  readonly tenant: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
  /** From 1, one more with each change. */
  readonly version: number;
  /** Number of its last change among all changes, so that no tag comes twice. */
  readonly change: number;
}

/** The tag of a record as it is now. */
export function tagOf({ key, change }: StoredRecord): EntityTag {
  return { value: `${encodeURIComponent(key)}.${change}`, weak: false };
}

/** Records by the place they are at: `/lists/list-000001/items`. */
export class Records {
  readonly #places = new Map<string, StoredRecord[]>();

  /** The records of a place that a caller may see, oldest first. @param tenant null sees those of all. */
  all(place: string, tenant: string | null): readonly StoredRecord[] {
    const records = this.#places.get(place) ?? [];
    return tenant === null ? records : records.filter((record) => record.tenant === tenant || record.tenant === null);
  }

  /** Adds a record, or replaces the one with its key. */
  put(place: string, record: StoredRecord): void {
    const records = this.#places.get(place) ?? [];
    const index = records.findIndex((other) => isSame(other, record));
    this.#places.set(place, index === -1 ? [...records, record] : records.with(index, record));
  }

  /** Removes a record, and what stands below it. */
  remove(place: string, record: StoredRecord): void {
    const below = `${placeBelow(place, record)}/`;
    const isOthers = ({ tenant }: StoredRecord) => tenant !== record.tenant;
    for (const [other, records] of this.#places) {
      if (other === place)
        this.#places.set(
          place,
          records.filter((one) => !isSame(one, record)),
        );
      else if (other.startsWith(below)) this.#places.set(other, records.filter(isOthers));
    }
  }
}

function isSame(one: StoredRecord, other: StoredRecord): boolean {
  return one.key === other.key && one.tenant === other.tenant;
}

/** The place of what belongs to a record. */
export function placeBelow(place: string, { key }: StoredRecord): string {
  return `${place}/${encodeURIComponent(key)}`;
}
