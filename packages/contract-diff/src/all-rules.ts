import { operationRules } from './operations/operation-rules.ts';
import { accessRules } from './policies/access.ts';
import { changeRules } from './policies/changes.ts';
import { errorRules } from './policies/errors.ts';
import { eventRules } from './policies/events.ts';
import { lifecycleRules } from './policies/lifecycle.ts';
import { rateLimitRules } from './policies/rate-limits.ts';
import { sizeRules } from './policies/sizes.ts';
import { toolRules } from './policies/tools.ts';
import type { Rule } from './rule.ts';
import { schemaRules } from './schemas/schema-rules.ts';

/** Every kind of change that is found. */
export const allRules: readonly Rule[] = [
  ...operationRules,
  ...schemaRules,
  ...accessRules,
  ...rateLimitRules,
  ...changeRules,
  ...errorRules,
  ...sizeRules,
  ...toolRules,
  ...eventRules,
  ...lifecycleRules,
];

const byId: ReadonlyMap<string, Rule> = new Map(allRules.map((rule) => [rule.id, rule]));

/** @throws TypeError for an id that no rule has. */
export function ruleOf(id: string): Rule {
  const rule = byId.get(id);
  if (rule === undefined) throw new TypeError(`The rule "${id}" does not exist.`);
  return rule;
}
