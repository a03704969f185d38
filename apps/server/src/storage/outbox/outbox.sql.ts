import { Statement, sqlStatement } from '../statement/statement.ts';

/** What a feature does, on its own tables, in the statements of the outbox. */
export interface OutboxFollower {
  /** Changes rows. It reads the events as `appended (workspace_id, type, subject_id)`. */
  readonly change?: string;
  /** Notifies a channel on commit if somebody listens: notifications are not free. */
  readonly notify?: {
    readonly channel: string;
    /**
     * A condition, true if somebody listens.
     *
     * @param workspaces the SQL that follows a column to compare it with the workspaces of the events: `= $1`.
     */
    readonly when: (workspaces: string) => string;
  };
  /** Deletes rows along with deleted events of `$workspaceId`, which it reads as `swept (type, subject_id)`. */
  readonly sweep?: string;
  /** Restores what waits for transactions of another server, which have not begun here. */
  readonly restore?: {
    /** Selects the `workspace_id` of rows that wait for `next.transaction` or a later one. */
    readonly ahead: string;
    /**
     * Changes rows of the workspaces `ahead (id)`. They may read the events of those in their original order: `feed
     * (workspace_id, settled_after, id)`.
     */
    readonly changes: readonly string[];
  };
}

const eventTypes = { events: 'jsonb', at: 'timestamptz', trace: 'jsonb?' } as const;

/** The statements of the outbox, extended by features. */
export class OutboxStatements {
  readonly forOne: Statement<{ events: string; at: Date; trace: string | null; workspaceId: string }, object>;
  readonly forSeveral: Statement<{ events: string; at: Date; trace: string | null }, object>;
  /** Deletes a number of the oldest events of a workspace. */
  readonly sweep: Statement<{ workspaceId: string; bound: string; batchSize: number }, { events: number }>;
  /** Orders events by their ids in workspaces whose events wait for transactions that have not begun. */
  readonly restore: Statement<object, { events: number }>;

  constructor(followers: readonly OutboxFollower[]) {
    this.forOne = new Statement({
      name: 'outbox.append',
      parameters: { ...eventTypes, workspaceId: 'uuid' },
      row: null,
      compile: () => append(followers, '$workspaceId', '= $workspaceId'),
    });
    this.forSeveral = new Statement({
      name: 'outbox.append-several',
      parameters: eventTypes,
      row: null,
      compile: () => append(followers, 'e."workspaceId"', 'in (select workspace_id from appended)'),
    });
    this.sweep = new Statement({
      name: 'outbox.sweep',
      parameters: { workspaceId: 'uuid', bound: 'uuid', batchSize: 'integer' },
      row: { events: 'bigint' },
      compile: () => sweep(followers),
    });
    this.restore = new Statement({
      name: 'outbox.restore',
      parameters: {},
      row: { events: 'bigint' },
      prepared: false,
      compile: () => restore(followers),
    });
  }
}

function append(followers: readonly OutboxFollower[], workspace: string, workspaces: string): string {
  const changes = followers.flatMap(({ change }, index) =>
    change === undefined ? [] : [`, follower_${index} as (${change})`],
  );
  const notifications = followers.flatMap(({ notify }) =>
    notify === undefined ? [] : [`select pg_notify('${notify.channel}', '') where ${notify.when(workspaces)}`],
  );
  return `
    with appended as (
      insert into outbox
        (workspace_id, id, type, subject_id, subject_version, changed_fields, previous_status, payload, created_at,
        trace)
      select ${workspace}, e.id, e.type, e."subjectId", e."subjectVersion", e."changedFields", e."previousStatus",
        e.payload, $at, $trace
      from jsonb_to_recordset($events) as e (
        "workspaceId" uuid, id uuid, type text, "subjectId" uuid, "subjectVersion" integer, "changedFields" text[],
        "previousStatus" text, payload jsonb
      )
      returning workspace_id, type, subject_id
    )${changes.join('')}
    ${notifications.length === 0 ? 'select' : notifications.join(' union all ')}`;
}

/**
 * From the start of the order, so that no event is missing between two that are kept. The last expired event is kept:
 * it is the position after which a reader that has seen everything continues.
 */
function sweep(followers: readonly OutboxFollower[]): string {
  const changes = followers.flatMap((follower, index) =>
    follower.sweep === undefined ? [] : [`, follower_${index} as (${follower.sweep})`],
  );
  return `
    with oldest as (
      select id, row_number() over feed as position, bool_and(id < $bound) over feed as old from (
        select settled_after, id from outbox
        where workspace_id = $workspaceId order by settled_after, id limit $batchSize::integer + 1
      ) first window feed as (order by settled_after, id)
    ), swept as (
      delete from outbox o using oldest e
      where o.workspace_id = $workspaceId and o.id = e.id and e.position < (select max(position) from oldest where old)
      returning o.type, o.subject_id
    )${changes.join('')}
    select count(*) as events from swept`;
}

/** The workspaces that have events, with one index lookup for each. */
const found = `found (id) as (
      (select workspace_id from outbox order by workspace_id limit 1)
      union all
      select (select workspace_id from outbox where workspace_id > found.id order by workspace_id limit 1)
      from found where found.id is not null
    )`;

export const selectWorkspaces = sqlStatement({
  name: 'outbox.workspaces',
  parameters: {},
  row: { id: 'uuid' },
  text: `with recursive ${found} select id from found where id is not null`,
});

function restore(followers: readonly OutboxFollower[]): string {
  const restored = followers.flatMap((follower) => follower.restore ?? []);
  const changes = restored.flatMap((follower) => follower.changes);
  return `
    with recursive ${found}, next (transaction) as materialized (
      select pg_snapshot_xmax(pg_current_snapshot())::text::bigint
    ), ahead (id) as materialized (
      select found.id from found, next
      where exists (select from outbox o where o.workspace_id = found.id and o.settled_after >= next.transaction)
      ${restored.map(({ ahead }) => `union ${ahead}`).join(' ')}
    ), feed as materialized (
      select workspace_id, settled_after, id from outbox where workspace_id in (select id from ahead)
    )${changes.map((change, index) => `, change_${index} as (${change})`).join('')}, settled as (
      update outbox set settled_after = 0 where workspace_id in (select id from ahead) returning 1
    )
    select count(*) as events from settled`;
}
