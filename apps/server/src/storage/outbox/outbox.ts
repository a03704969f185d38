import type { Transaction } from '../transaction/transaction.ts';

/** An event to be, as the change that causes it knows it. */
export interface OutboxEvent {
  /** UUIDv7; shown as `evt_…`. */
  readonly id: string;
  /** `product.updated`, `category.deleted`, … */
  readonly type: string;
  /** UUID of the record the event is about. */
  readonly subjectId: string;
  /** The product version the event's product is read from. */
  readonly subjectVersion?: number;
  readonly changedFields?: readonly string[];
  readonly previousStatus?: string;
  /** The data of an event without a version: a deletion, a category, an attribute. */
  readonly payload?: unknown;
}

/** The channel that tells of events, and of deliveries that are due at once. */
export const webhookChannel = 'webhooks';

/**
 * Every change of a product comes by here: where there are channels, it is marked for them too.
 *
 * The channel is told on commit, and only where someone is to be sent events: a notification has its price.
 */
const insertEvents = (workspace: string, condition: string) => `
  with appended as (
    insert into outbox
      (workspace_id, id, type, subject_id, subject_version, changed_fields, previous_status, payload, created_at)
    select ${workspace}, e.id, e.type, e."subjectId", e."subjectVersion", e."changedFields", e."previousStatus",
      e.payload, $2
    from jsonb_to_recordset($1::jsonb) as e (
      "workspaceId" uuid, id uuid, type text, "subjectId" uuid, "subjectVersion" integer, "changedFields" text[],
      "previousStatus" text, payload jsonb
    )
    returning workspace_id, type, subject_id
  ), marked as (
    insert into channel_change (workspace_id, product_id, with_variants)
    select distinct a.workspace_id, a.subject_id, true from appended a
    where a.type like 'product.%' and exists (select from channel c where c.workspace_id = a.workspace_id)
  )
  select pg_notify('${webhookChannel}', '')
  where exists (select from webhook_endpoint where workspace_id ${condition})`;

const insertForOne = insertEvents('$3', '= $3');
const insertForSeveral = insertEvents('e."workspaceId"', 'in (select workspace_id from appended)');

/** Writes events in the transaction of their change: one statement however many there are. */
export async function appendEvents(
  tx: Transaction,
  workspaceId: string,
  events: readonly OutboxEvent[],
  at: Date,
): Promise<void> {
  if (events.length === 0) return;
  await tx.query(insertForOne, [JSON.stringify(events), at, workspaceId], 'outbox.append');
}

/** Like {@link appendEvents}, for changes of several workspaces in one transaction. */
export async function appendEventsOfSeveral(
  tx: Transaction,
  events: readonly (OutboxEvent & { readonly workspaceId: string })[],
  at: Date,
): Promise<void> {
  if (events.length === 0) return;
  await tx.query(insertForSeveral, [JSON.stringify(events), at], 'outbox.append-several');
}

/** Tells the senders of webhooks, on commit, that a delivery is due. */
export async function notifyWebhooks(tx: Transaction): Promise<void> {
  await tx.query(`select pg_notify('${webhookChannel}', '')`, [], 'webhooks.notify');
}
