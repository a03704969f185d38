import { z } from 'zod';
import type { ApiClient } from '../api/api-client.ts';
import { ApiFailure } from '../api/api-failure.ts';
import { toReason } from '../api/send-products.ts';
import type { Ledger, RecordKind, RecordStatus } from '../report/ledger.ts';

/** What a run over definitions works with. */
export interface DefinitionContext {
  readonly client: ApiClient;
  readonly ledger: Ledger;
  readonly onDone?: () => void;
}

interface Coded {
  readonly code: string;
}

interface EnsureOptions<Planned extends Coded, Existing extends Coded> {
  readonly kind: RecordKind;
  /** Path of the list: `/attributes`. */
  readonly path: string;
  readonly planned: readonly Planned[];
  readonly existing: readonly Existing[];
  /** The PATCH an existing record needs, or null. */
  readonly missing: (planned: Planned, existing: Existing) => object | null;
}

/** Creates the records that do not exist and fills in what existing ones lack, one after the other. */
export async function ensureRecords<Planned extends Coded, Existing extends Coded>(
  context: DefinitionContext,
  options: EnsureOptions<Planned, Existing>,
): Promise<void> {
  const { kind, path, planned, missing } = options;
  const existing = new Map(options.existing.map((record) => [record.code, record]));
  for (const record of planned) {
    await book(context, kind, record.code, async () => {
      const current = existing.get(record.code);
      if (current === undefined) {
        await change(context.client, 'POST', path, record);
        return 'created';
      }
      const patch = missing(record, current);
      if (patch === null) return 'unchanged';
      await change(context.client, 'PATCH', `${path}/${record.code}`, patch);
      return 'updated';
    });
  }
}

/** Sends a change whose answer does not matter beyond its success. */
export async function change(client: ApiClient, method: 'POST' | 'PUT' | 'PATCH', path: string, body: object) {
  await client({ method, path, body: JSON.stringify(body), data: z.unknown() });
}

/**
 * Books what `work` did with one record. A refusal of this record is a finding and the load goes on;
 * anything else (no key, no scope, no server) ends it.
 */
export async function book(
  { ledger, onDone }: DefinitionContext,
  kind: RecordKind,
  subject: string,
  work: () => Promise<RecordStatus>,
): Promise<void> {
  try {
    ledger.countRecord(kind, await work());
  } catch (error) {
    if (!(error instanceof ApiFailure) || !error.isAboutTheRecord) throw error;
    ledger.countRecord(kind, 'failed');
    ledger.add({ outcome: 'failed', subject, ...toReason(error) });
  }
  onDone?.();
}
