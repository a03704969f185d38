import type { Database, SqlParameter, Transaction } from '../../src/storage/index.ts';

/** A statement as the reader sent it. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly SqlParameter[];
  readonly name: string | undefined;
}

/** A node of a plan in the output of EXPLAIN; counts are only there if the statement was run. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Loops'?: number;
  readonly 'Actual Rows'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A database that records each statement with its values, including those of transactions opened by `retrying`. */
export function recordStatements(database: Database): { database: Database; sent: SentStatement[] } {
  const sent: SentStatement[] = [];
  const recorded = <Target extends Database | Transaction>(target: Target): Target => {
    const query: Transaction['query'] = (text, values = [], name) => {
      sent.push({ text, values, name });
      return target.query(text, values, name);
    };
    const run: Transaction['run'] = async (statement, parameters) =>
      (await query<never>(statement.source.text, statement.bind(parameters), statement.preparedName)).rows;
    const send: Transaction['send'] = (statement, parameters) => {
      sent.push({ text: statement.source.text, values: statement.bind(parameters), name: statement.preparedName });
      (target as Transaction).send(statement, parameters);
    };
    const retrying: Database['retrying'] = (work, options) => database.retrying((tx) => work(recorded(tx)), options);
    const transaction: Database['transaction'] = (work) => database.transaction((tx) => work(recorded(tx)));
    return new Proxy(target, {
      get(_, property) {
        if (property === 'query') return query;
        if (property === 'run') return run;
        if (property === 'send') return send;
        if (property === 'retrying') return retrying;
        if (property === 'transaction') return transaction;
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };
  return { database: recorded(database), sent };
}

/** The plan made for the values of a statement. */
export async function planFor(database: Database, { text, values }: SentStatement): Promise<PlanNode> {
  return explain(database, `explain (format json) ${text}`, values);
}

/** The generic plan of a prepared statement: made once, without knowing the values. */
export async function genericPlan(database: Database, { text }: SentStatement): Promise<PlanNode> {
  return explain(database, `explain (generic_plan, format json) ${text}`, []);
}

/** The plan for the values, with the rows and blocks that running it took. */
export async function measuredPlan(database: Database, { text, values }: SentStatement): Promise<PlanNode> {
  return explain(database, `explain (analyze, buffers, timing off, format json) ${text}`, values);
}

async function explain(database: Database, text: string, values: readonly SqlParameter[]): Promise<PlanNode> {
  const { rows } = await database.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(text, values);
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('EXPLAIN gave no plan.');
  return plan;
}

/** A plan's nodes, from the top down. */
export function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** The nodes that read a table or one of its indexes. */
export function scansOf(plan: PlanNode, table: string): PlanNode[] {
  return nodesOf(plan).filter((node) => node['Relation Name'] === table || node['Index Name']?.startsWith(table));
}

/** Blocks read, from cache or disk. */
export const blocksOf = (plan: PlanNode): number =>
  (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
