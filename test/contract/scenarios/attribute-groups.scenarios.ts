import type { ScenariosOf } from '../scenario.ts';
import { recordScenarios } from './catalog-record.scenarios.ts';

const record = recordScenarios('/attribute-groups');

export const attributeGroupScenarios: ScenariosOf<'attributeGroups'> = {
  'attributeGroups.list': record.list,
  'attributeGroups.create': record.create,
  'attributeGroups.get': record.get,
  'attributeGroups.patch': record.patch,
  'attributeGroups.delete': record.delete,
};
