import type { Logger, OperationCall } from '@contract-kit/middleware';
import type { AppRouter } from '../ts-rest.ts';

/**
 * Calls an operation as the caller of the current request, for resources and prompts that show records.
 *
 * @returns the JSON value of the response body.
 * @throws ApiError when the operation fails.
 */
export type CallForMcp = (call: OperationCall) => Promise<unknown>;

/** A document the model may read. */
export interface McpResource {
  /** `catalog://categories` */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** Every scope a key needs to see it. */
  readonly scopes: readonly string[];
  read(call: CallForMcp): Promise<string>;
}

export interface McpPromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

/** A task the user can start, written out for the model. */
export interface McpPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly McpPromptArgument[];
  readonly scopes: readonly string[];
  /** The text of the user's message. */
  render(args: Readonly<Record<string, string>>, call: CallForMcp): Promise<string>;
}

export interface McpOptions {
  /** Its routes declare their tools. */
  readonly contract: AppRouter;
  /** How clients call the server. */
  readonly info: { readonly name: string; readonly title: string; readonly version: string };
  /** What a model should know about the API before it uses the tools. */
  readonly instructions?: string;
  readonly resources?: readonly McpResource[];
  readonly prompts?: readonly McpPrompt[];
  /** Below the contract's base path. Default `/mcp`. */
  readonly path?: string;
  /** Largest message in bytes. Default: the largest body limit of its tools. */
  readonly bodyLimit?: number;
  /** Web pages that may call it, as origins, or `*`. Default: none. Clients other than web pages send no origin. */
  readonly origins?: readonly string[] | '*';
  readonly logger?: Logger;
}
