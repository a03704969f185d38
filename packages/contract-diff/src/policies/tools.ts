import type { ToolPolicy } from '@contract-kit/http-spec';
import { isRecord } from '@contract-kit/openapi/schemas';
import type { PlaceReport } from '../operations/place-report.ts';
import { pair, type Rule, same } from '../rule.ts';
import { textOf, viewOf } from '../schemas/schema-view.ts';
import type { OperationSnapshot, Snapshot } from '../snapshot/snapshot.ts';
import { addedTo } from './added-to.ts';

/** What assistants can do. */
export const toolRules: readonly Rule[] = [
  ...pair(['tool.removed', 'breaking', 'The tool has been removed'], ['tool.added', 'safe', 'The tool has been added']),
  ...same('tool.moved', 'risky', 'The tool calls another operation'),
  ...pair(
    ['tool.argument-removed', 'breaking', 'The tool no longer has the argument'],
    ['tool.argument-added', 'safe', 'The tool has a further argument'],
  ),
  ...pair(
    ['tool.became-destructive', 'breaking', 'The tool may destroy data permanently'],
    ['tool.became-harmless', 'safe', 'The tool no longer destroys anything'],
  ),
  ...pair(
    ['tool.became-writing', 'breaking', 'The tool changes data; it only read before'],
    ['tool.became-reading', 'safe', 'The tool only reads'],
  ),
  ...pair(
    ['tool.repetition-lost', 'risky', 'Calling the tool again changes something again'],
    ['tool.repetition-gained', 'safe', 'Calling the tool again changes nothing more'],
  ),
  ...same('tool.description-changed', 'risky', 'The description of the tool has changed'),
  ...same('tool.title-changed', 'safe', 'The title of the tool has changed'),
  ...same('tool.defaults-changed', 'risky', 'Arguments that a model omits have other values'),
];

interface Tool {
  readonly tool: ToolPolicy;
  readonly operationId: string;
  readonly operation: OperationSnapshot;
}

/** Compares the tools of two contracts, matched by name. */
export function compareTools(before: Snapshot, after: Snapshot, reportFor: (operationId: string) => PlaceReport): void {
  const [known, offered] = [toolsOf(before), toolsOf(after)];
  for (const name of [...new Set([...known.keys(), ...offered.keys()])].sort()) {
    const [from, to] = [known.get(name), offered.get(name)];
    const { report } = reportFor((to ?? from)?.operationId as string);
    if (from === undefined) report('tool.added', `tools.${name}`);
    else if (to === undefined) report('tool.removed', `tools.${name}`);
    else compareTool(from, to, before, after, (id, path, ...values) => report(id, `tools.${name}${path}`, ...values));
  }
}

function toolsOf({ operations }: Snapshot): Map<string, Tool> {
  const tools = Object.entries(operations).flatMap(([operationId, operation]) =>
    (operation.policy?.tools ?? []).map((tool) => [tool.name, { tool, operationId, operation }] as const),
  );
  return new Map(tools);
}

function compareTool(
  before: Tool,
  after: Tool,
  contractBefore: Snapshot,
  contractAfter: Snapshot,
  report: (id: string, path: string, before?: unknown, after?: unknown) => void,
): void {
  const hasEffect = compareEffects(before, after, report);
  if (before.operationId !== after.operationId && !hasEffect) {
    report('tool.moved', '', before.operationId, after.operationId);
  }
  const { tool: from } = before;
  const { tool: to } = after;
  // A tool with all arguments of its operation is compared through parameters and fields.
  if (
    from.arguments !== undefined ||
    to.arguments !== undefined ||
    from.fixed !== undefined ||
    to.fixed !== undefined
  ) {
    const [known, offered] = [argumentsOf(before, contractBefore), argumentsOf(after, contractAfter)];
    for (const name of addedTo(known, offered)) report('tool.argument-added', '.arguments', undefined, name);
    for (const name of addedTo(offered, known)) report('tool.argument-removed', '.arguments', name);
  }
  if (from.description !== to.description) report('tool.description-changed', '.description');
  if (from.title !== to.title) report('tool.title-changed', '.title', from.title, to.title);
  const defaults = [from, to].map((tool) => ({ ...tool.defaults, ...tool.fixed }));
  if (textOf(defaults[0]) !== textOf(defaults[1])) report('tool.defaults-changed', '.defaults', ...defaults);
}

/** @returns true when a reading tool now writes or vice versa, which makes it a different operation. */
function compareEffects(before: Tool, after: Tool, report: (id: string, path: string) => void): boolean {
  const [from, to] = [effectsOf(before), effectsOf(after)];
  if (from.writes !== to.writes) report(to.writes ? 'tool.became-writing' : 'tool.became-reading', '');
  if (from.destroys !== to.destroys) report(to.destroys ? 'tool.became-destructive' : 'tool.became-harmless', '');
  if (from.writes && to.writes && from.repeats !== to.repeats) {
    report(to.repeats ? 'tool.repetition-gained' : 'tool.repetition-lost', '');
  }
  return from.writes !== to.writes;
}

/** A tool as assistants see it, with defaults applied. */
function effectsOf({ tool, operation: { method } }: Tool) {
  return {
    writes: method !== 'GET',
    destroys: method !== 'GET' && (tool.destructive ?? method === 'DELETE'),
    repeats: tool.idempotent ?? ['GET', 'PUT', 'DELETE'].includes(method),
  };
}

function argumentsOf({ tool, operation }: Tool, { schemas }: Snapshot): string[] {
  const fixed = Object.keys(tool.fixed ?? {});
  if (tool.arguments !== undefined) return tool.arguments.filter((name) => !fixed.includes(name));
  const parameters = (operation.parameters ?? []).filter((each) => each.in !== 'header').map(({ name }) => name);
  const [body] = Object.values(operation.body?.content ?? {});
  const { properties } = viewOf(body ?? {}, schemas).keywords;
  return [...parameters, ...Object.keys(isRecord(properties) ? properties : {})].filter(
    (name) => !fixed.includes(name),
  );
}
