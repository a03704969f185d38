import { ruleOf } from './all-rules.ts';
import { type Change, type Finding, toFinding } from './finding.ts';
import type { PlaceReport } from './operations/place-report.ts';
import { isAtLeast } from './rule.ts';
import { compareSchemas, type SchemaComparison } from './schemas/compare-schemas.ts';
import type { Sender } from './schemas/schema-rules.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** Collects the changes of operations and of named schemas. */
export interface Collector {
  /** @param operationId null for changes of the whole contract. */
  at(operationId: string | null): PlaceReport;
  /** Every finding, worst first. */
  findings(): Finding[];
}

/** What refers to named schemas: an operation, the contract, or a named schema. */
interface Node {
  /** Null for the contract, and for named schemas. */
  readonly operationId: string | null;
  readonly changes: Change[];
  readonly users: Set<Node>;
}

/**
 * Schemas with the same name on both sides are compared once for each sender, whatever refers to them. Their changes
 * belong to them and to every operation that reaches them.
 */
export function createCollector(before: Snapshot, after: Snapshot): Collector {
  const operations = new Map<string | null, Node>();
  const named = new Map<string, Node>();
  const queue: { readonly node: Node; readonly name: string; readonly sender: Sender }[] = [];

  const comparisonOf = (node: Node): SchemaComparison => ({
    before: before.schemas,
    after: after.schemas,
    seen: new Set(),
    above: new Set(),
    report: ({ sender, path }, name, from, to) =>
      void node.changes.push({ rule: ruleOf(`${sender}.${name}`), path, before: from, after: to }),
    enterNamed(name, sender) {
      const key = `${sender} ${name}`;
      const known = named.get(key);
      if (known !== undefined) known.users.add(node);
      else {
        const target = { operationId: null, changes: [], users: new Set([node]) };
        named.set(key, target);
        queue.push({ node: target, name, sender });
      }
      return true;
    },
  });

  const nodeOf = (operationId: string | null): Node => {
    const known = operations.get(operationId) ?? { operationId, changes: [], users: new Set() };
    operations.set(operationId, known);
    return known;
  };

  return {
    at(operationId) {
      const node = nodeOf(operationId);
      const comparison = comparisonOf(node);
      return {
        report: (id, path = '', from, to) =>
          void node.changes.push({ rule: ruleOf(id), path, before: from, after: to }),
        compareSchemas: (from, to, place) => compareSchemas(from, to, place, comparison),
      };
    },
    findings() {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const { node, name, sender } = next;
        const [from = {}, to = {}] = [before.schemas[name], after.schemas[name]];
        compareSchemas(from, to, { sender, path: name }, comparisonOf(node));
      }
      const all = [...operations.values(), ...named.values()].flatMap((node) => {
        const users = usersOf(node);
        return node.changes.map((change) => toFinding(change, node.operationId, users));
      });
      // A change may be found on several paths, for example in each variant of a union.
      return [...new Map(all.map((finding) => [finding.fingerprint, finding])).values()].sort(byWeight);
    },
  };
}

/** The operations that lead to a node, sorted. */
function usersOf(node: Node): string[] {
  const seen = new Set<Node>();
  const visit = (each: Node): void => {
    if (seen.has(each)) return;
    seen.add(each);
    each.users.forEach(visit);
  };
  visit(node);
  return [...seen].flatMap(({ operationId }) => operationId ?? []).sort();
}

function byWeight(a: Finding, b: Finding): number {
  if (a.level !== b.level) return isAtLeast(a.level, b.level) ? -1 : 1;
  return textOf(a) < textOf(b) ? -1 : 1;
}

function textOf({ operation, path, id, fingerprint }: Finding): string {
  return [operation ?? '', path, id, fingerprint].join('\n');
}
