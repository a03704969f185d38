import { type App, sharedApp } from '@product-content/test-support/app-server';
import { beforeAll, describe, expect, it } from 'vitest';
import { recipesContract } from '../../../../packages/mcp/test-support/recipes-contract.ts';
import { startRecipes } from '../../../../packages/mcp/test-support/recipes-server.ts';
import { conformance, runConformance } from './conformance-runner.ts';

const revisions = ['2025-11-25', '2026-07-28'];

/** Scenarios that call what every server under test must have by a fixed name, and that a contract can have. */
const ofFixedNames = [
  'tools-call-simple-text',
  'tools-call-error',
  'resources-read-text',
  'prompts-get-simple',
  'prompts-get-with-args',
];

/** Scenarios of what a server made from a contract does not offer, and does not say it does. */
const notOffered = [
  // Operations return JSON: no images, sounds and embedded resources. Resources and prompts are texts at fixed addresses.
  /^tools-call-(image|audio|embedded-resource|mixed-content)$/,
  /^(resources-read-binary|resources-templates-read|prompts-get-(embedded-resource|with-image))$/,
  // There are no sessions, and a call is one response: it neither reports nor asks back on its way.
  /^(logging-set-level|resources-(un)?subscribe)$/,
  /^tools-call-(with-logging|with-progress|sampling|elicitation)$/,
  /^(elicitation|input-required-result|tasks)-/,
  // Optional: completion of arguments, arguments as headers. Its fixed schema has keywords that zod does not write.
  /^(completion-complete|http-custom-header-server-validation|json-schema-2020-12)$/,
];
const isOffered = (scenario: string) => !notOffered.some((pattern) => pattern.test(scenario));

describe.skipIf(conformance === null)(
  `the protocol's conformance runner${conformance ? '' : ' (skipped: not installed)'}`,
  () => {
    let app: App;

    beforeAll(async () => {
      app = await sharedApp();
    });

    it.each(revisions)('finds the server true to revision %s', async (revision) => {
      const { key } = await app.createKey(await app.createWorkspace());
      const { passed, failed } = await runConformance(`${app.baseUrl}/mcp`, key, revision);
      expect([...failed].filter(([scenario]) => isOffered(scenario) && !ofFixedNames.includes(scenario))).toEqual([]);
      expect(passed).toEqual(expect.arrayContaining(['tools-list', 'resources-list', 'prompts-list']));
    });

    it.each(revisions)('finds a server of another contract true to revision %s', async (revision) => {
      const { url, createKey } = await startRecipes({ contract: withFixedNames(), resources, prompts });
      const { passed, failed } = await runConformance(`${url}/mcp`, createKey(), revision);
      expect([...failed].filter(([scenario]) => isOffered(scenario))).toEqual([]);
      expect(passed).toEqual(expect.arrayContaining(ofFixedNames));
    });
  },
);

function withFixedNames() {
  const { list, break: broken } = recipesContract.recipes;
  return {
    list: { ...list, metadata: { ...list.metadata, tools: [{ name: 'test_simple_text' }] } },
    broken: { ...broken, metadata: { ...broken.metadata, tools: [{ name: 'test_error_handling' }] } },
  };
}

const shown = { title: 'For the runner', description: 'Has the name the runner asks for.', scopes: [] };
const resources = [
  { ...shown, uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain', read: async () => 'Text.' },
];
const prompts = [
  { ...shown, name: 'test_simple_prompt', arguments: [], render: async () => 'Simple.' },
  {
    ...shown,
    name: 'test_prompt_with_arguments',
    arguments: ['arg1', 'arg2'].map((name) => ({ name, description: 'A text.', required: true })),
    render: async ({ arg1, arg2 }: Readonly<Record<string, string>>) => `With ${arg1} and ${arg2}.`,
  },
];
