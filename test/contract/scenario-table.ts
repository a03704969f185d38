import type { ScenarioTable } from './scenario.ts';
import { assetScenarios } from './scenarios/assets.scenarios.ts';
import { attributeGroupScenarios } from './scenarios/attribute-groups.scenarios.ts';
import { attributeScenarios } from './scenarios/attributes.scenarios.ts';
import { categoryScenarios } from './scenarios/categories.scenarios.ts';
import { channelScenarios } from './scenarios/channels.scenarios.ts';
import { collectionScenarios } from './scenarios/collections.scenarios.ts';
import { eventScenarios } from './scenarios/events.scenarios.ts';
import { exportProfileScenarios, exportScenarios } from './scenarios/exports.scenarios.ts';
import { fileScenarios } from './scenarios/files.scenarios.ts';
import { importScenarios } from './scenarios/imports.scenarios.ts';
import { jobScenarios } from './scenarios/jobs.scenarios.ts';
import { keyScenarios } from './scenarios/keys.scenarios.ts';
import { metaScenarios } from './scenarios/meta.scenarios.ts';
import { productScenarios } from './scenarios/products.scenarios.ts';
import { requestScenarios } from './scenarios/requests.scenarios.ts';
import { webhookScenarios } from './scenarios/webhooks.scenarios.ts';

/** How each outcome of each route is reached. */
export const scenarioTable: ScenarioTable = {
  ...metaScenarios,
  ...productScenarios,
  ...categoryScenarios,
  ...attributeScenarios,
  ...attributeGroupScenarios,
  ...collectionScenarios,
  ...channelScenarios,
  ...assetScenarios,
  ...fileScenarios,
  ...eventScenarios,
  ...exportScenarios,
  ...exportProfileScenarios,
  ...webhookScenarios,
  ...importScenarios,
  ...jobScenarios,
  ...keyScenarios,
  ...requestScenarios,
};
