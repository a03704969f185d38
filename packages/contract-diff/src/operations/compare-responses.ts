import { isPolicyHeader } from '../snapshot/policy-fields.ts';
import type { EventSnapshot, HeaderSnapshot, OperationSnapshot, ResponseSnapshot } from '../snapshot/snapshot.ts';
import { compareContent, isHalfStated } from './compare-requests.ts';
import type { PlaceReport } from './place-report.ts';

/** Reports changes of responses. */
export function compareResponses(before: OperationSnapshot, after: OperationSnapshot, at: PlaceReport): void {
  const isHalf = isHalfStated(before, after);
  const statuses = [...new Set([...Object.keys(before.responses), ...Object.keys(after.responses)])].sort();
  for (const status of statuses.filter((each) => !isHalf || /^[12]/.test(each))) {
    const [from, to] = [before.responses[status], after.responses[status]];
    const name = /^[45]/.test(status) ? 'error-status' : 'status';
    if (from === undefined) at.report(`response.${name}-added`, status);
    else if (to === undefined) at.report(`response.${name}-removed`, status);
    else if (isHalf) compareResponse(withoutPolicyHeaders(from), withoutPolicyHeaders(to), status, at);
    else compareResponse(from, to, status, at);
  }
}

function withoutPolicyHeaders({ headers = {}, ...response }: ResponseSnapshot): ResponseSnapshot {
  const own = Object.entries(headers).filter(([name]) => !isPolicyHeader(name));
  return { ...response, headers: Object.fromEntries(own) };
}

function compareResponse(before: ResponseSnapshot, after: ResponseSnapshot, status: string, at: PlaceReport): void {
  compareHeaders(before.headers, after.headers, { sender: 'response', path: `${status}.headers` }, at);
  if (before.content === undefined || after.content === undefined) {
    if (before.content !== undefined) at.report('response.body-removed', status);
    if (after.content !== undefined) at.report('response.body-added', status);
    return;
  }
  compareContent(before.content, after.content, { sender: 'response', path: `${status}.body` }, at);
}

/** Reports changes of an event's delivery. */
export function compareEvents(before: EventSnapshot, after: EventSnapshot, at: PlaceReport): void {
  compareHeaders(before.headers, after.headers, { sender: 'event', path: 'headers' }, at);
  compareContent(before.content, after.content, { sender: 'event', path: 'body' }, at);
}

type Headers = Readonly<Record<string, HeaderSnapshot>>;

function compareHeaders(
  before: Headers = {},
  after: Headers = {},
  { sender, path }: { readonly sender: 'response' | 'event'; readonly path: string },
  at: PlaceReport,
): void {
  const [known, sent] = [before, after].map(
    (headers) => new Map(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), { name, ...header }])),
  );
  for (const key of [...new Set([...(known?.keys() ?? []), ...(sent?.keys() ?? [])])].sort()) {
    const [from, to] = [known?.get(key), sent?.get(key)];
    const place = `${path}.${(to ?? from)?.name}`;
    if (from === undefined || to === undefined) {
      const change = from === undefined ? 'added' : 'removed';
      at.report(`${sender}.${(from ?? to)?.required ? '' : 'optional-'}header-${change}`, place);
      continue;
    }
    if (from.required !== to.required) at.report(`${sender}.header-${to.required ? 'required' : 'optional'}`, place);
    at.compareSchemas(from.schema, to.schema, { sender, path: place });
  }
}
