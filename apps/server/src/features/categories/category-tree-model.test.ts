import type { CategoryNode } from '@product-content/contract';
import { byTier } from '@product-content/test-support/tiers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogClient, type CatalogFixture, createCatalogFixture } from '#testing/catalog/catalog-fixture.ts';

let fixture: CatalogFixture;
beforeAll(async () => {
  fixture = await createCatalogFixture();
});
afterAll(() => fixture.stop());

/** A simple model of a tree: each category contains its children in order. */
interface Node {
  readonly code: string;
  children: Node[];
}

type Command =
  | { readonly kind: 'create' | 'move'; readonly target: number; readonly parent: number; readonly position?: number }
  | { readonly kind: 'delete'; readonly target: number };

const place = {
  target: fc.nat(7),
  parent: fc.integer({ min: -1, max: 7 }),
  position: fc.option(fc.nat(5), { nil: undefined }),
};
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('create'), ...place }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('move'), ...place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete'), target: fc.nat(7) }) },
);

/** Two categories with two children each, so that most commands find their target. */
const planted = [-1, -1, 0, 0, 1, 1].map((parent, target): Command => ({ kind: 'create', target, parent }));

const codeOf = (number: number) => `c${number}`;

function find(root: Node, code: string): { readonly node: Node; readonly parent: Node } | undefined {
  for (const node of root.children) {
    const found = node.code === code ? { node, parent: root } : find(node, code);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Applies a request to the model. @returns the status the API must return. */
function apply(root: Node, command: Command): number {
  const code = codeOf(command.target);
  const found = find(root, code);
  if (command.kind === 'delete') {
    if (found === undefined) return 404;
    found.parent.children.splice(found.parent.children.indexOf(found.node), 1, ...found.node.children);
    return 204;
  }
  if (command.kind === 'create' && found !== undefined) return 409;
  if (command.kind === 'move' && found === undefined) return 404;
  const parent = command.parent < 0 ? root : find(root, codeOf(command.parent))?.node;
  if (parent === undefined) return 422;
  const node = found?.node ?? { code, children: [] };
  if (parent === node || find(node, parent.code) !== undefined) return 422;
  const before = found === undefined ? -1 : found.parent.children.indexOf(node);
  found?.parent.children.splice(before, 1);
  const stays = found?.parent === parent ? before : parent.children.length;
  parent.children.splice(command.position ?? stays, 0, node);
  return command.kind === 'create' ? 201 : 200;
}

async function send(api: CatalogClient, command: Command): Promise<number> {
  const code = codeOf(command.target);
  if (command.kind === 'delete') return (await api.delete(`/categories/${code}`)).status;
  const { parent, position } = command;
  const body = { parent: parent < 0 ? null : codeOf(parent), position };
  if (command.kind === 'create') return (await api.post('/categories', { code, ...body })).status;
  return (await api.patch(`/categories/${code}`, body)).status;
}

type Shown = readonly [code: string, position: number, children: readonly Shown[]];
const show = (nodes: readonly Node[]): Shown[] =>
  nodes.map(({ code, children }, index) => [code, index, show(children)] as const);
const shown = (nodes: readonly CategoryNode[]): Shown[] =>
  nodes.map(({ code, position, children }) => [code, position, shown(children)] as const);

describe('the category tree', () => {
  it('equals a plain tree after the same creations, moves and deletions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 25 }), async (commands) => {
        const api = await fixture.client();
        const root: Node = { code: '', children: [] };
        for (const next of [...planted, ...commands]) expect(await send(api, next)).toBe(apply(root, next));
        expect(shown((await api.get<CategoryNode[]>('/categories')).data)).toEqual(show(root.children));
      }),
      { numRuns: byTier({ behavior: 8, exhaustive: 40 }) },
    );
  });
});
