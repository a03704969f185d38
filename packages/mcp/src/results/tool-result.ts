import type { ApiError, ErrorTable } from '@contract-kit/http-spec';
import { type HandlerResult, JsonText } from '@contract-kit/middleware';
import { hintOf } from './error-hints.ts';
import { selectFields } from './select-fields.ts';

/** The result of an MCP tool call; `structuredContent` and the text have the same content. */
export interface ToolResult {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: true;
}

/** The response of an operation as a tool's result, trimmed to the chosen fields of its records. */
export function toToolResult(
  { status, headers = {}, body }: HandlerResult,
  fields: readonly string[] | null,
): ToolResult {
  const response = jsonValueOf(body);
  const etag = Object.entries(headers).find(([name]) => name.toLowerCase() === 'etag')?.[1];
  const shown =
    fields === null || response === undefined ? response : { ...response, data: selectFields(response.data, fields) };
  // As in JSON: dates become strings, undefined is dropped.
  const text = JSON.stringify({ status, ...(etag !== undefined && { etag }), ...shown });
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
}

/** A handler's body as the JSON value that a client would read. */
export function jsonValueOf(body: unknown): Readonly<Record<string, unknown>> | undefined {
  if (body instanceof JsonText) return jsonValueOf(body.toJSON());
  return (body instanceof Uint8Array ? JSON.parse(Buffer.from(body).toString('utf8')) : body) as ReturnType<
    typeof jsonValueOf
  >;
}

/** A failure the model can read and act on. */
export function toToolError(
  { code, message, details }: ApiError<string>,
  requestId: string,
  errors: ErrorTable,
): ToolResult {
  const hint = hintOf(code, errors);
  const text = JSON.stringify({ error: { code, message, ...details, requestId }, ...(hint !== undefined && { hint }) });
  return { content: [{ type: 'text', text }], isError: true };
}
