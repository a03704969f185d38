import { parseAst } from 'vitest/node';

/** A node of a syntax tree. */
interface Node extends Readonly<Record<string, unknown>> {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The variables that a test sets and another one finds set. Those that a hook sets before or after each test are not
 * among them, nor are those of tests that keep their order.
 */
export function findKeptVariables(text: string): string[] {
  const setByTests: string[] = [];
  const setByHooks: string[] = [];
  const visit = (node: Node): void => {
    const called = node.type === 'CallExpression' ? vitestCall.exec(text.slice(node.start, node.end))?.[1] : undefined;
    if (called === 'it' || called === 'test') return void setByTests.push(...findSet(node));
    if (called === 'describe' && childrenOf(node).some((child) => keepsOrder(child, text))) return;
    if (called !== undefined && called !== 'describe') setByHooks.push(...findSet(node));
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseAst(text, { lang: 'ts' }) as unknown as Node);
  return [...new Set(setByTests)].filter((name) => !setByHooks.includes(name));
}

const vitestCall = /^(describe|it|test|beforeEach|afterEach)(?:\.\w+)?\(/;

const keepsOrder = ({ type, start, end }: Node, text: string) =>
  type === 'ObjectExpression' && text.slice(start, end).includes('shuffle: false');

/** The variables that code sets and does not declare. Counting one up is no harm: the numbers stay different. */
function findSet(code: Node): string[] {
  const set: string[] = [];
  const declared: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'AssignmentExpression' && node.operator === '=') set.push(...namesIn(node.left as Node));
    if (node.type === 'VariableDeclarator') declared.push(...namesIn(node.id as Node));
    if ('params' in node) declared.push(...(node.params as Node[]).flatMap(namesIn));
    for (const child of childrenOf(node)) visit(child);
  };
  visit(code);
  return set.filter((name) => !declared.includes(name));
}

/** The names a pattern binds. What is set in an object is none. */
function namesIn(pattern: Node): string[] {
  if (pattern.type === 'MemberExpression') return [];
  if (pattern.type === 'Identifier') return [pattern.name as string];
  if (pattern.type === 'Property') return namesIn(pattern.value as Node);
  return childrenOf(pattern).flatMap(namesIn);
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';
}
