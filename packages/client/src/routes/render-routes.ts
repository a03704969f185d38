import type { AppRouter } from '../ts-rest.ts';
import { routeTableOf } from './route-table-of.ts';

/** Where a rendered table finds the type of its contract. */
export interface RenderRoutesOptions {
  /** The module of the contract, as the written module imports it: `./contract.ts`. */
  readonly from: string;
  /** The exported name. Default `contract`. */
  readonly name?: string;
}

/**
 * A TypeScript module that exports the contract's routes as `routes`, for {@link createClientFromRoutes}. It imports the
 * contract as a type, so a table that is older than its contract does not compile.
 *
 * @example
 * await writeFile('routes.ts', renderRoutes(contract, { from: './contract.ts' }));
 * @throws the errors of {@link routeTableOf}.
 */
export function renderRoutes(contract: AppRouter, { from, name = 'contract' }: RenderRoutesOptions): string {
  const { operations, retry } = routeTableOf(contract);
  return [
    '// Generated from the contract: do not edit.',
    `import type { RouteTable } from '@contract-kit/client';`,
    `import type { ${name} } from '${from}';`,
    '',
    `export const routes: RouteTable<typeof ${name}> = {`,
    `  operations: ${render(operations, '  ')},`,
    `  retry: ${render(retry, '  ')},`,
    '};',
    '',
  ].join('\n');
}

/** As formatters write it: names without quotes where they need none. */
function render(value: object | string, indent: string): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&')}'`;
  const entries = Object.entries(value as Record<string, object | string>);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([name, entry]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : render(name, '');
    return `${indent}  ${key}: ${render(entry, `${indent}  `)},`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}
