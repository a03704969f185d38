import { Readable } from 'node:stream';
import { parseEntityTagCondition } from '@contract-kit/http-spec';
import type { Response } from 'express';
import { isNotModified } from '../../etag/preconditions.ts';
import { FileBody } from '../../files/file-body.ts';
import { pipe } from '../../files/pipe.ts';
import { sendFile } from '../../files/send-file.ts';
import { type HandlerResult, JsonText } from '../handler-result.ts';
import type { RequestState } from '../stages/request-state.ts';
import { renderJson } from './render-json.ts';

const json = 'application/json; charset=utf-8';

/**
 * Writes a handler's answer. JSON text goes out as it is, and nothing is hashed: tags come from versions.
 *
 * @param contentType of a response that is no JSON, unless the handler sets its own.
 */
export async function sendResult(
  res: Response,
  state: RequestState,
  result: HandlerResult,
  contentType: string | null,
): Promise<void> {
  const { headers = {} } = result;
  for (const name in headers) res.setHeader(name, headers[name] as string);
  try {
    await writeResult(res, state, result, contentType);
  } catch (error) {
    // What described the answer that failed does not describe the error that takes its place.
    if (!res.headersSent) for (const name in headers) res.removeHeader(name);
    throw error;
  }
}

async function writeResult(
  res: Response,
  state: RequestState,
  { status, body }: HandlerResult,
  contentType: string | null,
): Promise<void> {
  if (status === 200 && state.policy?.entityTag === 'read' && matchesOwnTag(res, state)) return sendEmpty(res, 304);
  if (body === undefined || status === 204 || status === 304) return sendEmpty(res, status);
  if (body instanceof FileBody) {
    res.statusCode = status;
    return sendFile(res.req, res, body, state.policy?.ranges === true);
  }
  if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', contentType ?? json);
  res.statusCode = status;
  if (body instanceof Readable) return sendStream(res, body);
  sendBytes(res, contentType === null ? await jsonContent(body) : plainContent(body));
}

export function sendEmpty(res: Response, status: number): void {
  res.statusCode = status;
  res.end();
}

function sendBytes(res: Response, content: string | Uint8Array): void {
  res.setHeader('Content-Length', typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength);
  res.end(content);
}

async function jsonContent(body: unknown): Promise<string | Uint8Array> {
  if (body instanceof JsonText) return body.content;
  if (body instanceof Uint8Array) return body;
  return renderJson(body);
}

function plainContent(body: unknown): string | Uint8Array {
  if (body instanceof JsonText) return body.content;
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
}

async function sendStream(res: Response, body: Readable): Promise<void> {
  if (res.req.method === 'HEAD') {
    body.destroy();
    return void res.end();
  }
  await pipe([body], res);
}

/** Views have tags the early lookup may not know; their handler's ETag is compared here (RFC 9110 §13.1.2). */
function matchesOwnTag(res: Response, state: RequestState): boolean {
  if (state.preconditions.ifNoneMatch === null) return false;
  const etag = res.getHeader('ETag');
  const tags = typeof etag === 'string' ? parseEntityTagCondition(etag) : null;
  return Array.isArray(tags) && isNotModified(state.preconditions, tags[0] ?? null);
}
