import type { RoutePolicy } from '@contract-kit/http-spec';
import type { OperationCall } from '@contract-kit/middleware';
import type { JsonSchema } from '@contract-kit/openapi';

/** What a tool may do, for clients that ask their user first (MCP "ToolAnnotations"). */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  /** Absent from a tool that only reads. */
  readonly destructiveHint?: boolean;
  /** Absent from a tool that only reads. */
  readonly idempotentHint?: boolean;
  /** False: it works only on this server's records. */
  readonly openWorldHint: boolean;
}

/** Arguments of a call as the model wrote them. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** An operation of the contract as a tool. */
export interface Tool {
  /** `search_recipes` */
  readonly name: string;
  readonly title: string;
  /** When to use it. */
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: ToolAnnotations;
  /** The policy of its operation: scopes, limits, body limit. */
  readonly policy: RoutePolicy;
  /**
   * The fields results are trimmed to, as dotted paths; null: all.
   *
   * @throws ApiError `validation_failed` at `fields`.
   */
  fieldsOf(args: ToolArguments): readonly string[] | null;
  /**
   * The operation's input from a tool's arguments.
   *
   * @throws ApiError `validation_failed` naming arguments the tool does not have.
   */
  toCall(args: ToolArguments): OperationCall;
}
