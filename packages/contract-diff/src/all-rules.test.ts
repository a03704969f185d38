import { describe, expect, it } from 'vitest';
import { operationPlants } from '../test-support/operation-plants.ts';
import type { Plant } from '../test-support/plant.ts';
import { policyPlants } from '../test-support/policy-plants.ts';
import { schemaPlants } from '../test-support/schema-plants.ts';
import { allRules, ruleOf } from './all-rules.ts';
import { diffContracts } from './diff-contracts.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

const plants: readonly Plant[] = [...schemaPlants, ...operationPlants, ...policyPlants];
const found = (before: Snapshot, after: Snapshot) =>
  diffContracts(before, after).map(({ id, level }) => ({ id, level }));
const levelOf = (id: string) => ({ id, level: ruleOf(id).level });

describe('the table of rules', () => {
  it('has each id once', () => {
    const ids = allRules.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([]);
  });

  it('has a mirror for every rule, and each is the mirror of the other', () => {
    const alone = allRules.filter(({ id, mirror }) => allRules.find((rule) => rule.id === mirror)?.mirror !== id);
    expect(alone.map(({ id }) => id)).toEqual([]);
  });

  it('has a planted change for every rule and its mirror', () => {
    const planted = new Set(plants.flatMap(({ rule }) => [rule, ruleOf(rule).mirror]));
    expect(allRules.map(({ id }) => id).filter((id) => !planted.has(id))).toEqual([]);
  });
});

describe('a planted change', () => {
  it.each(plants.map((plant, index) => [plant.rule, index, plant] as const))(
    'is found as %s, and nothing else is (plant %i)',
    (rule, _, { before, after }) => {
      expect(found(before, after)).toEqual([levelOf(rule)]);
    },
  );

  it.each(plants.map((plant, index) => [ruleOf(plant.rule).mirror, index, plant] as const))(
    'is found as %s when the contracts are swapped (plant %i)',
    (mirror, _, { before, after }) => {
      expect(found(after, before)).toEqual([levelOf(mirror)]);
    },
  );
});
