import { isApiError } from '@contract-kit/client';
import type { ApiClient } from '../api-client.ts';
import { type Ledger, type RecordKind, type RecordStatus, toReason } from '../report/ledger.ts';

/** The environment of a run over definitions. */
export interface DefinitionContext {
  readonly client: ApiClient;
  readonly ledger: Ledger;
  readonly onDone?: () => void;
}

interface Coded {
  readonly code: string;
}

interface EnsureOptions<Planned extends Coded, Existing extends Coded, Patch> {
  readonly kind: RecordKind;
  readonly planned: readonly Planned[];
  readonly existing: readonly Existing[];
  /** The PATCH an existing record needs, or null. */
  readonly missing: (planned: Planned, existing: Existing) => Patch | null;
  readonly calls: {
    create(request: { readonly body: Planned }): Promise<unknown>;
    patch(request: { readonly params: { readonly idOrCode: string }; readonly body: Patch }): Promise<unknown>;
  };
}

/** Creates missing records and completes existing ones, one after the other. */
export async function ensureRecords<Planned extends Coded, Existing extends Coded, Patch>(
  context: DefinitionContext,
  { kind, planned, missing, calls, ...options }: EnsureOptions<Planned, Existing, Patch>,
): Promise<void> {
  const existing = new Map(options.existing.map((record) => [record.code, record]));
  for (const record of planned) {
    await recordResult(context, kind, record.code, async () => {
      const current = existing.get(record.code);
      if (current === undefined) {
        await calls.create({ body: record });
        return 'created';
      }
      const patch = missing(record, current);
      if (patch === null) return 'unchanged';
      await calls.patch({ params: { idOrCode: record.code }, body: patch });
      return 'updated';
    });
  }
}

/** Statuses that blame a single record, so that the others can continue. */
const recordErrorStatuses: ReadonlySet<number> = new Set([409, 413, 422]);

/**
 * Records the result of `work` for one record. A rejection of this record is a finding and the load continues; any
 * other error (no key, no scope, no server) ends it.
 */
export async function recordResult(
  { ledger, onDone }: DefinitionContext,
  kind: RecordKind,
  subject: string,
  work: () => Promise<RecordStatus>,
): Promise<void> {
  try {
    ledger.countRecord(kind, await work());
  } catch (error) {
    if (!isApiError(error) || !recordErrorStatuses.has(error.status)) throw error;
    const { code, reason: message, fieldErrors } = error;
    ledger.countRecord(kind, 'failed');
    ledger.add({ outcome: 'failed', subject, ...toReason({ code, message, fieldErrors }) });
  }
  onDone?.();
}
