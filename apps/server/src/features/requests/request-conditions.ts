import type { LoggedRequestListQuery } from '@product-content/contract';
import { expressionBuilder, sql } from 'kysely';
import { decodeId } from '../../kernel/index.ts';
import type { StatementPart, TablesOf } from '../../storage/index.ts';
import type { RequestLogEntity } from './request-log.entity.ts';

type Column = 'error_code' | 'operation_id' | 'api_key_id' | 'method' | 'source' | 'request_id';

const is = expressionBuilder<TablesOf<typeof RequestLogEntity>, 'request_log'>();

/** An id that no key can have. */
const noKey = '00000000-0000-0000-0000-000000000000';

/** The filters of the request log. */
export type RequestFilter = Omit<LoggedRequestListQuery, 'limit' | 'cursor'>;

/** The conditions of a filter on rows of `request_log`; all must hold. */
export function toConditions({ status, from, to, ...filter }: RequestFilter): StatementPart[] {
  return [
    ...equals('error_code', filter.code),
    ...equals('operation_id', filter.operation),
    ...equals('api_key_id', filter.key && (decodeId('apiKey', filter.key) ?? noKey)),
    ...equals('method', filter.method),
    ...equals('source', filter.source),
    ...equals('request_id', filter.request_id),
    ...(status === undefined ? [] : [hasStatus(status)]),
    ...(from === undefined ? [] : [arrived('>=', from)]),
    ...(to === undefined ? [] : [arrived('<', to)]),
  ];
}

/** Requests that follow one in the list, newest first. */
export function following(createdAt: string, id: string): StatementPart {
  return {
    shape: 'behind',
    values: [createdAt, id],
    expression: (createdAt, id) => sql`(created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)`,
  };
}

function equals(column: Column, value: string | undefined): StatementPart[] {
  if (value === undefined) return [];
  return [{ shape: `${column} =`, values: [value], expression: (value) => is(column, '=', value) }];
}

function arrived(operator: '>=' | '<', at: Date): StatementPart {
  return { shape: `created_at ${operator}`, values: [at], expression: (at) => is('created_at', operator, at) };
}

/** @param wanted statuses such as `422`, and classes such as `4xx`. */
function hasStatus(wanted: readonly string[]): StatementPart {
  const ranges = wanted.map((text) => ({
    from: Number(text.replace('xx', '00')),
    to: Number(text.replace('xx', '99')),
  }));
  // In a form that the planner can match with the condition of the index of failures.
  const ofFailures = ranges.every(({ from }) => from >= 400);
  return {
    shape: `status ${ranges.length}${ofFailures ? ' failed' : ''}`,
    values: ranges.flatMap(({ from, to }) => [from, to]),
    expression: (...bounds) => {
      const within = ranges.map((_, index) => sql`status between ${bounds[2 * index]} and ${bounds[2 * index + 1]}`);
      const any = sql`(${sql.join(within, sql` or `)})`;
      return ofFailures ? sql`(status >= 400 and ${any})` : sql`${any}`;
    },
  };
}
