import { policyOf, type RoutePolicy, routesOf, type ToolPolicy } from '@contract-kit/http-spec';
import { code, toPage, toTable } from '../markdown.ts';
import type { AppRoute, AppRouter } from '../ts-rest.ts';

/**
 * The MCP tools of a contract as a Markdown page: what each calls and requires, and why the other operations have no
 * tool.
 *
 * @example
 * await writeFile('docs/reference/tools.md', createToolReference(contract));
 */
export function createToolReference(contract: AppRouter): string {
  const operations = routesOf<AppRoute>(contract).map((route) => ({ ...policyOf(route), method: route.method }));
  const tools = operations.flatMap((operation) => (operation.tools ?? []).map((tool) => ({ tool, operation })));
  const others = operations.filter((operation) => operation.tools === undefined);
  return toPage(
    'Tools',
    'The operations that an [assistant](../guides/assistants.md) can call. It sees the tools that its scopes permit.',
    toTable(
      ['Tool', 'Operation', 'Scopes', 'Effect'],
      tools.map(({ tool, operation }) => [
        code(tool.name),
        code(operation.operationId),
        scopesOf(operation),
        effectOf(operation.method, tool),
      ]),
    ),
    '## Operations without a tool',
    toTable(
      ['Operation', 'Why'],
      others.map(({ operationId, withoutTool = 'Not stated.' }) => [code(operationId), withoutTool]),
    ),
  );
}

function effectOf(method: string, { destructive = method === 'DELETE' }: ToolPolicy): string {
  if (method === 'GET') return 'reads';
  return destructive ? 'may destroy' : 'changes';
}

function scopesOf({ scopes, anyScopes = [] }: RoutePolicy): string {
  return (
    [...scopes.map(code), ...(anyScopes.length === 0 ? [] : [anyScopes.map(code).join(' or ')])].join(' ') || 'none'
  );
}
