import { documentedSchemaOf } from '@contract-kit/contract-testing/generating';
import { isRecord, isZodSchema } from '@contract-kit/openapi/schemas';
import { z } from 'zod';
import { blankOf } from '../bodies/blank.ts';
import { type ConformingSchema, type ConformOptions, conform } from '../bodies/conform.ts';
import { sampleOf } from '../bodies/seeded.ts';
import type { Collection, PathStep } from '../contract/collections.ts';
import { placeBelow, Records, type StoredRecord } from './records.ts';

/** A change of a record, as webhooks report it. */
export interface Change {
  readonly kind: 'created' | 'updated' | 'deleted';
  readonly collection: Collection;
  readonly record: StoredRecord;
}

export interface StateOptions {
  readonly seed: number;
  /** Records each list has at the beginning. */
  readonly records: number;
  readonly now: (() => number) | undefined;
  /** Completes the fields of a new record. */
  readonly withDetails: (collection: Collection, seed: string) => Readonly<Record<string, unknown>>;
  readonly onChange: (change: Change) => void;
}

type Fields = Readonly<Record<string, unknown>>;

/** A record and its location. */
export interface FoundRecord {
  readonly collection: Collection;
  readonly place: string;
  readonly record: StoredRecord;
}

/** The result of following a path. */
export interface Walk {
  /** The location of the last step; for a record, that of its children. */
  readonly place: string;
  /** The records along the path. */
  readonly found: readonly FoundRecord[];
  /** The first missing record, with its key in the path; null if all exist. */
  readonly missing: { readonly collection: Collection; readonly place: string; readonly value: string } | null;
}

const firstMoment = Date.UTC(2026, 0, 1);

/** The state of the mock: its records, and how values are generated. */
export class State {
  readonly #options: StateOptions;
  readonly #records = new Records();
  readonly #seeded = new Set<string>();
  readonly #serials = new Map<string, number>();
  #changes = 0;

  constructor(options: StateOptions) {
    this.#options = options;
  }

  /** The current time in bodies. */
  get now(): string {
    return new Date(this.#options.now?.() ?? firstMoment + this.#changes * 1000).toISOString();
  }

  /** A valid value of a schema; the same text makes the same value. */
  make(schema: ConformingSchema, known: unknown, fill: ConformOptions['fill'], text: string): unknown {
    return conform(schema, known, { fill, seed: `${this.#options.seed} ${text}`, now: this.now });
  }

  /** The records of a location, generated on first access. */
  list(collection: Collection, place: string, tenant: string | null): readonly StoredRecord[] {
    this.#seed(collection, place, tenant);
    return this.#records.all(place, tenant);
  }

  find(collection: Collection, place: string, tenant: string | null, value: string): StoredRecord | undefined {
    const records = this.list(collection, place, tenant);
    const isNamed = ({ fields }: StoredRecord) => collection.otherKeys.some((name) => String(fields[name]) === value);
    return records.find(({ key }) => key === value) ?? records.find(isNamed);
  }

  /** Follows a path from record to record. @param params decoded. */
  walk(steps: readonly PathStep[], params: Readonly<Record<string, unknown>>, tenant: string | null): Walk {
    const found: FoundRecord[] = [];
    let place = '';
    for (const step of steps) {
      if (step.kind === 'text') {
        place += `/${step.text}`;
        continue;
      }
      const { collection, parameter } = step;
      const value = String(params[parameter] ?? '');
      const record = this.find(collection, place, tenant, value);
      if (record === undefined) return { place, found, missing: { collection, place, value } };
      found.push({ collection, place, record });
      place = placeBelow(place, record);
    }
    return { place, found, missing: null };
  }

  /**
   * Creates a record from its known fields.
   *
   * @param key its key in paths; null: one is generated.
   */
  create(
    collection: Collection,
    place: string,
    tenant: string | null,
    known: Fields,
    key: string | null,
  ): StoredRecord {
    this.#changes += 1;
    const record = this.#compose(collection, place, tenant, known, { key, fill: 'blank' });
    this.#records.put(place, record);
    this.#options.onChange({ kind: 'created', collection, record });
    return record;
  }

  /** Replaces the fields of a record. */
  update({ collection, place, record }: FoundRecord, fields: Fields): StoredRecord {
    this.#changes += 1;
    const { keyField } = collection;
    const version = record.version + 1;
    const kept = keyField === null ? {} : { [keyField]: record.fields[keyField] };
    const known = { ...fields, ...this.#momentsOf(collection, ['updated']), version, ...kept };
    const updated = {
      ...record,
      fields: { ...known, ...this.#complete(collection, known, 'blank', `${place} ${record.key}`) },
      version,
      change: this.#changes,
    };
    this.#records.put(place, updated);
    this.#options.onChange({ kind: 'updated', collection, record: updated });
    return updated;
  }

  remove({ collection, place, record }: FoundRecord): void {
    this.#changes += 1;
    this.#records.remove(place, record);
    this.#options.onChange({ kind: 'deleted', collection, record });
  }

  #seed(collection: Collection, place: string, tenant: string | null): void {
    const name = `${place} ${tenant ?? ''}`;
    if (this.#seeded.has(name)) return;
    this.#seeded.add(name);
    // Without a credential, callers see the records of everyone.
    if (tenant === null && collection.isClosed) return;
    for (let count = 0; count < this.#options.records; count += 1) {
      const known = this.#momentsOf(collection, ['created', 'updated']);
      this.#records.put(
        place,
        this.#compose(collection, place, tenant, known, { key: null, fill: count === 0 ? 'sample' : 'variation' }),
      );
    }
  }

  #compose(
    collection: Collection,
    place: string,
    tenant: string | null,
    known: Fields,
    { key: given, fill }: { readonly key: string | null; readonly fill: ConformOptions['fill'] },
  ): StoredRecord {
    const { keyField } = collection;
    const serial = this.#nextSerial(collection, place);
    const key = given ?? this.#keyOf(collection, serial, tenant);
    const schema = keySchemaOf(collection);
    const value = schema.safeParse(key).success ? key : Number(key);
    const text = `${collection.template} ${tenant ?? ''} ${serial}`;
    const details = this.#options.withDetails(collection, `${this.#options.seed} ${text}`);
    const identity = { version: 1, ...(keyField !== null && { [keyField]: value }) };
    const fields = this.#complete(collection, { ...details, ...known, ...identity }, fill, text);
    const shown = keyField === null ? key : String(fields[keyField] ?? key);
    return { key: shown, tenant, fields: { ...details, ...known, ...fields }, version: 1, change: this.#changes };
  }

  /** The fields of a record as its response shows them. */
  #complete({ shape }: Collection, known: Fields, fill: ConformOptions['fill'], text: string): Fields {
    if (shape === null) return known;
    const record = this.make({ schema: shape.record, documented: shape.recordDocument }, known, fill, text);
    return isRecord(record) ? record : {};
  }

  /** Fields that say when a record was created or changed. */
  #momentsOf({ shape }: Collection, kinds: readonly ('created' | 'updated')[]): Fields {
    if (shape === null) return {};
    const names = new RegExp(`^(?:${kinds.map((kind) => words[kind]).join('|')})(?:_?(?:at|on|date))?$`, 'i');
    const { properties } = shape.recordDocument.root;
    const fields = Object.keys(isRecord(properties) ? properties : {}).filter((name) => names.test(name));
    return Object.fromEntries(fields.map((name) => [name, this.now]));
  }

  /** Counted across tenants, so that ids are unique; below a record, counted per record. */
  #nextSerial({ template, path }: Collection, place: string): number {
    const name = path.includes('/:') ? place : template;
    const serial = (this.#serials.get(name) ?? 0) + 1;
    this.#serials.set(name, serial);
    return serial;
  }

  /** A key of the form that the record's schema, or else the path's, requires. */
  #keyOf(collection: Collection, serial: number, tenant: string | null): string {
    const schema = keySchemaOf(collection);
    const plain = `${collection.resource}-${String(serial).padStart(6, '0')}`;
    const candidates = [plain, String(serial), serial];
    const fitting = candidates.find((candidate) => schema.safeParse(candidate).success);
    if (fitting !== undefined) return String(fitting);
    const documented = documentedSchemaOf(schema, { text: false, where: `${collection.template} key` });
    // An example would repeat the same key.
    const root = { ...documented.root, examples: undefined };
    const text = `${this.#options.seed} ${collection.template} ${tenant ?? ''} ${serial}`;
    return String(sampleOf({ ...documented, root }, text) ?? blankOf(documented, { seed: text, now: this.now }));
  }
}

const words = { created: 'created|inserted|added', updated: 'updated|modified|changed|lastModified' } as const;

function keySchemaOf({ shape, keyField, parameter, reader }: Collection): z.ZodType {
  const record = shape?.record;
  const field = record instanceof z.ZodObject && keyField !== null ? record.shape[keyField] : undefined;
  if (isZodSchema(field)) return field;
  const path = reader?.pathParams;
  const parameterSchema = path instanceof z.ZodObject ? path.shape[parameter] : undefined;
  return isZodSchema(parameterSchema) ? parameterSchema : z.string();
}
