import { ApiError, isRetired, standardErrors, vocabularyKey } from '@contract-kit/http-spec';
import {
  type Caller,
  type HandlerResult,
  hasScopes,
  type Logger,
  type OperationCall,
  type TimeSource,
  toApiError,
} from '@contract-kit/middleware';
import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { jsonValueOf, type ToolResult, toToolError, toToolResult } from '../results/tool-result.ts';
import type { Tool, ToolArguments } from '../tools/tool.ts';
import type { CallForMcp, McpOptions } from './mcp-options.ts';

/** One request, for the server that is made for it. */
export interface Exchange {
  readonly caller: Caller;
  readonly requestId: string;
  readonly call: (call: OperationCall) => Promise<HandlerResult>;
  readonly clock: Pick<TimeSource, 'nowMs'>;
}

export type ServerOptions = Pick<McpOptions, 'info' | 'instructions' | 'resources' | 'prompts'> & {
  readonly tools: readonly Tool[];
  readonly logger: Logger;
};

/** A server for one request, with the tools that the caller's scopes allow and that are not retired. */
export function createServer(options: ServerOptions, exchange: Exchange): McpServer {
  const { info, instructions, resources = [], prompts = [], logger } = options;
  const { caller, requestId, clock } = exchange;
  const read: CallForMcp = async (call) => jsonValueOf((await exchange.call(call)).body);
  const now = clock.nowMs();
  const tools = options.tools.filter(({ policy }) => hasScopes(caller, policy) && !isRetired(policy, now));
  const readable = resources.filter((resource) => hasScopes(caller, resource));
  const offered = prompts.filter((prompt) => hasScopes(caller, prompt));
  const capabilities = {
    tools: {},
    ...(resources.length > 0 && { resources: {} }),
    ...(prompts.length > 0 && { prompts: {} }),
  };
  const mcp = new McpServer(info, { capabilities, instructions });
  const { server } = mcp;

  server.setRequestHandler('tools/list', () => ({ tools: tools.map(describe) as never }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = find(tools, 'name', params.name, 'tool');
    return (await callTool(tool, params.arguments ?? {}, exchange, logger)) as never;
  });
  if (resources.length > 0) {
    server.setRequestHandler('resources/list', () => ({
      resources: readable.map(({ read, scopes, ...shown }) => shown),
    }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
    server.setRequestHandler('resources/read', async ({ params }) => {
      const resource = find(readable, 'uri', params.uri, 'resource');
      const { uri, mimeType } = resource;
      return { contents: [{ uri, mimeType, text: await toProtocol(() => resource.read(read), requestId, logger) }] };
    });
  }
  if (prompts.length > 0) {
    server.setRequestHandler('prompts/list', () => ({
      prompts: offered.map(({ render, scopes, ...shown }) => ({ ...shown, arguments: [...shown.arguments] })),
    }));
    server.setRequestHandler('prompts/get', async ({ params }) => {
      const prompt = find(offered, 'name', params.name, 'prompt');
      const args = params.arguments ?? {};
      const missing = prompt.arguments.filter(({ name, required }) => required && !args[name]);
      if (missing.length > 0) throw invalidParams(`The prompt needs ${missing.map(({ name }) => name).join(', ')}.`);
      const text = await toProtocol(() => prompt.render(args, read), requestId, logger);
      return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
    });
  }
  return mcp;
}

function describe({ name, title, description, inputSchema, outputSchema, annotations }: Tool): object {
  return { name, title, description, inputSchema, outputSchema, annotations };
}

/** A caller cannot tell what it may not see from what does not exist. */
function find<T>(entries: readonly T[], key: keyof T, value: string, noun: string): T {
  const found = entries.find((entry) => entry[key] === value);
  if (found === undefined) throw invalidParams(`There is no ${noun} "${value}".`);
  return found;
}

function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

async function callTool(tool: Tool, args: ToolArguments, exchange: Exchange, logger: Logger): Promise<ToolResult> {
  try {
    const fields = tool.fieldsOf(args);
    return toToolResult(await exchange.call(tool.toCall(args)), fields);
  } catch (thrown) {
    const { errors } = tool.policy[vocabularyKey] ?? { errors: standardErrors };
    return toToolError(explain(thrown, exchange.requestId, logger), exchange.requestId, errors);
  }
}

/** Resources and prompts cannot return errors as results; they use protocol errors. */
async function toProtocol(work: () => Promise<string>, requestId: string, logger: Logger): Promise<string> {
  try {
    return await work();
  } catch (thrown) {
    const { code, message } = explain(thrown, requestId, logger);
    throw invalidParams(`${code}: ${message} (${requestId})`);
  }
}

function explain(thrown: unknown, requestId: string, logger: Logger): ApiError {
  const error = toApiError(thrown) as ApiError;
  if (!(thrown instanceof ApiError)) logger.error({ err: thrown, requestId }, 'A tool failed.');
  return error;
}
