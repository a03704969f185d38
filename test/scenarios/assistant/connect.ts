import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { App } from '@product-content/test-support/app-server';
import { onTestFinished } from 'vitest';

/** What a tool returned. */
export interface ToolResponse {
  readonly isError: boolean;
  /** What the text says, which is what a model reads. */
  readonly value: Record<string, unknown>;
}

export interface Assistant {
  readonly client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<ToolResponse>;
}

interface ConnectOptions {
  /** Speaks the revisions before the current one. */
  readonly legacy?: boolean;
}

/** A client of the official SDK, closed when the test has finished. */
export async function connect(app: Pick<App, 'baseUrl'>, key: string, options?: ConnectOptions): Promise<Assistant> {
  const assistant = await openAssistant(app, key, options);
  onTestFinished(() => assistant.client.close());
  return assistant;
}

/** A client of the official SDK, to be closed by the caller. */
export async function openAssistant(
  app: Pick<App, 'baseUrl'>,
  key: string,
  options: ConnectOptions = {},
): Promise<Assistant> {
  const mode = options.legacy === true ? 'legacy' : 'auto';
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${app.baseUrl}/mcp`), { requestInit }));
  return {
    client,
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: args });
      const [content] = result.content as { text: string }[];
      return { isError: result.isError === true, value: JSON.parse(content?.text ?? '') };
    },
  };
}
