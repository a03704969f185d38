export { createMcpRoutes } from './serving/create-mcp-routes.ts';
export type { CallForMcp, McpOptions, McpPrompt, McpPromptArgument, McpResource } from './serving/mcp-options.ts';
export { createTools } from './tools/create-tools.ts';
export type { Tool, ToolAnnotations, ToolArguments } from './tools/tool.ts';
