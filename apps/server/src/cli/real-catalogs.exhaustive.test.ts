import { findCatalog, Ledger, type LoadPlan } from '@product-content/catalog-loader';
import {
  catalogFolder,
  checkPlan,
  hasCatalogs,
  type PlanCheck,
  targetWorkspace,
} from '@product-content/catalog-loader/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkAttributeValue } from '../features/catalog/attribute-value.ts';

/** The results of a whole catalog, read once for the tests of a block. */
function readWhole(name: string) {
  const ledger = new Ledger();
  let read: { plan: LoadPlan; check: PlanCheck } | undefined;
  beforeAll(async () => {
    const { reader, folder } = await findCatalog(name, catalogFolder);
    const plan = await reader.read({ folder, workspace: targetWorkspace, ledger, currency: 'USD' });
    const check = await checkPlan(plan, targetWorkspace, ({ validation = {}, ...rules }, value) =>
      checkAttributeValue({ ...rules, validation, pattern: null }, value),
    );
    read = { plan, check };
  }, 120_000);
  const get = () => read as { plan: LoadPlan; check: PlanCheck };
  return {
    ledger,
    get plan() {
      return get().plan;
    },
    get check() {
      return get().check;
    },
    countOf: (reason: RegExp) =>
      ledger.groups.filter((group) => reason.test(group.reason)).reduce((sum, group) => sum + group.count, 0),
  };
}

describe.skipIf(!hasCatalogs)('the whole Icecat catalog', () => {
  const catalog = readWhole('icecat');

  it('follows the contract, product by product', () => {
    expect(catalog.check.problems).toEqual([]);
    expect(catalog.check.counts).toEqual({ simple: 999, parent: 50, variant: 240 });
    expect(catalog.plan.expectedProducts).toBe(1_289);
    expect(catalog.plan.definitions.categories).toHaveLength(168);
  });

  it('accounts for its difficult records', () => {
    expect(catalog.countOf(/differs in letter case/)).toBe(18);
    expect(catalog.countOf(/EAN has a wrong check digit/)).toBe(105);
    expect(catalog.ledger.count('folded')).toBe(31);
    expect(catalog.ledger.count('refused')).toBe(0);
    expect([...catalog.ledger.rows]).toEqual([
      ['product_models.csv', 81],
      ['products.csv', 1_239],
    ]);
  });
});

describe.skipIf(!hasCatalogs)('the whole Magento catalog', () => {
  const catalog = readWhole('magento');

  it('follows the contract, product by product', () => {
    expect(catalog.check.problems).toEqual([]);
    expect(catalog.check.counts).toEqual({ simple: 0, parent: 147, variant: 1_847 });
    expect(catalog.plan.definitions.categories).toHaveLength(29);
    expect(catalog.ledger.count('refused')).toBe(0);
  });
});

describe.skipIf(!hasCatalogs)('the whole Rebrickable catalog', () => {
  const catalog = readWhole('rebrickable');

  it('follows the contract, product by product', () => {
    expect(catalog.check.problems).toEqual([]);
    expect(catalog.check.counts).toEqual({ simple: 43_066, parent: 45_156, variant: 108_830 });
    expect(catalog.plan.definitions.categories).toHaveLength(568);
  });

  it('accounts for its difficult records', () => {
    expect(catalog.countOf(/part of the element does not exist/)).toBe(90);
    expect(catalog.countOf(/part has the number of the element/)).toBe(333);
    expect(catalog.ledger.count('refused')).toBe(90);
  });
});
