import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@contract-kit/http-spec';
import {
  type Caller,
  callerOf,
  type GuardedRoutes,
  readJsonBody,
  requestIdOf,
  silentLogger,
} from '@contract-kit/middleware';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import { createTools } from '../tools/create-tools.ts';
import { createServer, type Exchange } from './create-server.ts';
import type { McpOptions } from './mcp-options.ts';
import { sendWebResponse, toWebRequest } from './web-exchange.ts';

/**
 * Serves a contract's tools over Streamable HTTP (Model Context Protocol), for `extraRoutes` of `mountContract()`:
 * behind the same keys, rate budget, request ids and errors as the contract's routes. It keeps no sessions, so any
 * process answers any request. The revisions of 2026 and those of 2025 are answered.
 *
 * @example
 * mountContract({ …, extraRoutes: createMcpRoutes({ contract, info: { name: 'todo', title: 'To-dos', version: '1.0.0' } }) });
 * @throws TypeError when the contract's tools contradict themselves.
 */
export function createMcpRoutes(options: McpOptions): (routes: GuardedRoutes) => void {
  const { path = '/mcp', origins = [], logger = silentLogger } = options;
  const tools = createTools(options.contract);
  const bodyLimit = options.bodyLimit ?? Math.max(0, ...tools.map(({ policy }) => policy.bodyLimit ?? 0)) + envelope;
  const handler = createMcpHandler(
    ({ authInfo }) => createServer({ ...options, tools, logger }, authInfo?.extra?.exchange as Exchange),
    { maxRequestBodySize: bodyLimit },
  );

  return ({ router, guard, announce, callOperation }) => {
    announce('POST', path);
    router.post(path, guard(), async (req, res) => {
      assertOrigin(req.headers, origins);
      const { bytes, value } = await readJsonBody(req, bodyLimit, { values: messageValues });
      if (Array.isArray(value)) throw new ApiError('bad_request', 'Send one message a request, not a batch.');
      const caller = callerOf(req) as Caller;
      const exchange: Exchange = {
        caller,
        requestId: requestIdOf(req),
        call: (call) => callOperation(req, res, call),
      };
      const authInfo: AuthInfo = { token: '', clientId: caller.keyId, scopes: [...caller.scopes], extra: { exchange } };
      const response = await handler.fetch(toWebRequest(req, res, bytes), { authInfo, parsedBody: value });
      await sendWebResponse(response, res);
    });
  };
}

/** What a message has around the input of a tool. */
const envelope = 64 * 1024;

/** JSON values of one message: more than any model writes, and what can be handed on without holding the process. */
const messageValues = 65_536;

/**
 * A web page of somebody else must not use a key its visitor's browser has, nor find a server by rebinding names. Pages
 * of the machine itself may, on an address of the machine itself: tools of developers.
 */
function assertOrigin({ origin, host }: IncomingHttpHeaders, allowed: readonly string[] | '*'): void {
  if (origin === undefined || allowed === '*' || allowed.includes(origin)) return;
  if (isLocal(origin) && isLocal(`http://${host}`)) return;
  throw new ApiError('forbidden', `Pages of ${origin} may not call this server.`);
}

function isLocal(url: string): boolean {
  return URL.canParse(url) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}
