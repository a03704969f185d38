import type { HandlerResult, RequestView } from '@contract-kit/middleware';

/** The protocol's handler authenticates nobody. */
const credentials: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'cookie']);

/** The request as the protocol's handler takes it; its body has been read already. */
export function toWebRequest({ headers, signal }: RequestView, body: Buffer): Request {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && !credentials.has(name)) sent.set(name, value);
  }
  return new Request('http://server/mcp', { method: 'POST', headers: sent, body: new Uint8Array(body), signal });
}

/** The handler's response: events as they come, anything else as a whole. */
export async function toHandlerResult(response: Response): Promise<HandlerResult> {
  const { status, body } = response;
  const headers = Object.fromEntries(response.headers);
  if (body === null) return { status, headers, body: undefined };
  if (headers['content-type']?.startsWith('text/event-stream') === true) return { status, headers, body };
  return { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
}
