import { ApiError, policyOf } from '@contract-kit/http-spec';
import {
  type Caller,
  type ExtraRoute,
  type HandlerResult,
  type Logger,
  type RequestHeaders,
  type RequestView,
  readJsonBody,
  silentLogger,
} from '@contract-kit/middleware';
import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server';
import { toolRoutesOf } from '../tools/create-tools.ts';
import type { Exchange } from './create-server.ts';
import type { McpOptions } from './mcp-options.ts';

/**
 * Serves a contract's tools over Streamable HTTP (Model Context Protocol): behind the same authentication, rate budget,
 * request ids and errors as the contract's operations. It keeps no sessions, so any process can respond to any request.
 * It supports the protocol revisions of 2025 and 2026.
 *
 * @example
 * const mcp = createMcpRoutes({ contract, info: { name: 'todo', title: 'To-dos', version: '1.0.0' } });
 * mountContract({ …, extraRoutes: mcp });
 * @throws TypeError when two tools have the same name, or one has an invalid name. Other errors of {@link createTools}
 * are found only when the first message arrives: call it in a test of the contract.
 */
export function createMcpRoutes(options: McpOptions): readonly ExtraRoute<Caller>[] {
  const { path = '/mcp', origins = [], logger = silentLogger } = options;
  const policies = toolRoutesOf(options.contract).map((route) => policyOf(route));
  const bodyLimit = options.bodyLimit ?? Math.max(0, ...policies.map((policy) => policy.bodyLimit ?? 0)) + envelope;
  let made: Promise<McpHttpHandler> | undefined;
  // The protocol's library and the schemas of the tools take a tenth of the CPU of a start, and many processes never need them.
  const handler = () => (made ??= loadHandler({ ...options, logger }, bodyLimit));

  const messages: ExtraRoute<Caller> = {
    method: 'POST',
    path,
    async handle({ request, requestId, caller, clock, callOperation }) {
      if (caller === null) throw new TypeError('The MCP route needs an authenticated caller.');
      assertOrigin(request.headers, origins);
      const { bytes, value } = await readJsonBody(request, bodyLimit, { values: messageValues });
      if (Array.isArray(value)) throw new ApiError('bad_request', 'Send one message per request, not a batch.');
      const exchange: Exchange = { caller, requestId, clock, call: callOperation };
      const authInfo: AuthInfo = {
        token: '',
        clientId: caller.subject,
        scopes: [...caller.scopes],
        extra: { exchange },
      };
      return toHandlerResult(
        await (await handler()).fetch(toWebRequest(request, bytes), { authInfo, parsedBody: value }),
      );
    },
  };
  return [messages];
}

async function loadHandler(
  options: McpOptions & { readonly logger: Logger },
  bodyLimit: number,
): Promise<McpHttpHandler> {
  const { createHandler } = await import('./create-handler.ts');
  return createHandler(options, bodyLimit);
}

/** Bytes of a message around the input of a tool. */
const envelope = 64 * 1024;

/** JSON values of one message: more than any model writes, and few enough not to block the process. */
const messageValues = 65_536;

/**
 * Web pages of other origins must not use a key stored in a visitor's browser, nor reach a server by DNS rebinding.
 * Pages served from localhost may call a server on localhost, for developer tools.
 */
function assertOrigin({ origin, host }: RequestHeaders, allowed: readonly string[] | '*'): void {
  if (origin === undefined || allowed === '*' || allowed.includes(origin)) return;
  if (isLocal(origin) && isLocal(`http://${host}`)) return;
  throw new ApiError('forbidden', `Pages of ${origin} may not call this server.`);
}

function isLocal(url: string): boolean {
  return URL.canParse(url) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

/** Fields removed from requests, because the protocol's handler does not authenticate. */
const credentials: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'cookie']);

/** The request for the protocol's handler; its body has already been read. */
function toWebRequest({ headers, signal }: RequestView, body: Buffer): Request {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && !credentials.has(name)) sent.set(name, value);
  }
  return new Request('http://server/mcp', { method: 'POST', headers: sent, body: new Uint8Array(body), signal });
}

/** The handler's response: events as they come, anything else as a whole. */
async function toHandlerResult(response: Response): Promise<HandlerResult> {
  const { status, body } = response;
  const headers = Object.fromEntries(response.headers);
  if (body === null) return { status, headers, body: undefined };
  if (headers['content-type']?.startsWith('text/event-stream') === true) return { status, headers, body };
  return { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
}
