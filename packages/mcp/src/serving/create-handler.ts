import type { Logger } from '@contract-kit/middleware';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { createTools } from '../tools/create-tools.ts';
import { createServer, type Exchange } from './create-server.ts';
import type { McpOptions } from './mcp-options.ts';

/** Responds to the messages of the protocol; each request carries its {@link Exchange} in the extra data of its caller. */
export function createHandler(
  options: McpOptions & { readonly logger: Logger },
  maxRequestBodySize: number,
): McpHttpHandler {
  const tools = createTools(options.contract);
  return createMcpHandler(
    ({ authInfo }) => createServer({ ...options, tools }, authInfo?.extra?.exchange as Exchange),
    { maxRequestBodySize },
  );
}
