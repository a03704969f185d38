import { type CursorCodec, cutPage } from '@contract-kit/middleware';
import type { LoggedRequest, LoggedRequestListQuery, LoggedRequestPage } from '@product-content/contract';
import { ApiError, encodeId, type RequestContext } from '../../kernel/index.ts';
import { type Database, type StatementPart, StatementParts } from '../../storage/index.ts';
import { following, toConditions } from './request-conditions.ts';
import type { RequestLogRow } from './request-log.entity.ts';
import { selectRequests } from './request-log.statements.ts';
import type { RequestLog } from './request-log.ts';

export interface RequestReaderOptions {
  readonly database: Database;
  readonly log: RequestLog;
  readonly cursors: CursorCodec;
}

/** Reads the request log of a workspace, after writing this process's pending entries. */
export class RequestReader {
  readonly #options: RequestReaderOptions;

  constructor(options: RequestReaderOptions) {
    this.#options = options;
  }

  /** @throws ApiError `validation_failed` at `cursor` for a cursor of another list. */
  async list({ workspace }: RequestContext, query: LoggedRequestListQuery): Promise<LoggedRequestPage> {
    const { cursors } = this.#options;
    const { limit, cursor, ...filter } = query;
    const list = JSON.stringify(['requests', workspace.id, filter]);
    const start = cursor === undefined ? [] : [toPosition(cursors.decode(cursor, list))];
    const { rows, hasMore } = cutPage(
      await this.#select(workspace.id, [...toConditions(filter), ...start], limit + 1),
      limit,
    );
    const last = hasMore ? rows.at(-1) : undefined;
    const nextCursor =
      last === undefined
        ? null
        : cursors.encode({ values: [last.createdAt.toISOString()], id: last.id, direction: 'desc' }, list);
    return { data: rows.map(toLoggedRequest), pagination: { limit, hasMore, nextCursor } };
  }

  /** The newest request with an id. @throws ApiError `not_found`. */
  async get({ workspace }: RequestContext, requestId: string): Promise<LoggedRequest> {
    const [row] = await this.#select(workspace.id, toConditions({ request_id: requestId }), 1);
    if (row === undefined) throw new ApiError('not_found', 'The request log has no request with this id.');
    return toLoggedRequest(row);
  }

  async #select(workspaceId: string, conditions: readonly StatementPart[], limit: number): Promise<FoundRequest[]> {
    const { database, log } = this.#options;
    await log.flush();
    const where = new StatementParts(conditions);
    return database.run(selectRequests(where.shape, where), { workspaceId, limit, ...where.values });
  }
}

type FoundRequest = RequestLogRow & { readonly keyName: string | null };

function toPosition({ values, id }: ReturnType<CursorCodec['decode']>): StatementPart {
  return following(String(values[0]), id);
}

/** A request as the API shows it. */
function toLoggedRequest({ workspaceId, id, apiKeyId, keyName, createdAt, ...row }: FoundRequest): LoggedRequest {
  return { ...row, createdAt: createdAt.toISOString(), key: { id: encodeId('apiKey', apiKeyId), name: keyName } };
}
