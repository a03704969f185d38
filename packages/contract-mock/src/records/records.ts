import type { EntityTag } from '@contract-kit/http-spec';

/** A record the mock keeps. It is replaced as a whole when it changes. */
export interface StoredRecord {
  /** Its key in paths. */
  readonly key: string;
  /** Null: created without a credential and visible to everyone. */
  readonly tenant: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
  /** From 1, incremented by each change. */
  readonly version: number;
  /** Global number of its last change, so that tags are unique. */
  readonly change: number;
}

/** The current tag of a record. */
export function tagOf({ key, change }: StoredRecord): EntityTag {
  return { value: `${encodeURIComponent(key)}.${change}`, weak: false };
}

/** Records by location: `/lists/list-000001/items`. */
export class Records {
  readonly #places = new Map<string, StoredRecord[]>();

  /** The visible records of a location, oldest first. @param tenant null: of all tenants. */
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

  /** Removes a record and everything below it. */
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

/** The location of the records below a record. */
export function placeBelow(place: string, { key }: StoredRecord): string {
  return `${place}/${encodeURIComponent(key)}`;
}
