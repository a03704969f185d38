import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { routesOf } from '@contract-kit/http-spec';
import { createTools, type Tool } from '@contract-kit/mcp';
import { contract } from '@product-content/contract';
import { type App, sharedApp } from '@product-content/test-support/app-server';
import type { AppRoute } from '@ts-rest/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { openWorkspace } from '../open-workspace.ts';
import { type Assistant, openAssistant } from './connect.ts';
import { createToolFixture, type ToolFixture, toolScenarios } from './tool-scenarios.ts';

/** A PNG of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const images = createServer((_, res) => res.setHeader('content-type', 'image/png').end(Buffer.from(pixel, 'base64')));
const tools = createTools(contract);
const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });

let app: App;
let assistant: Assistant;
/** As the server lists them, by name. */
let listed: ReadonlyMap<string, { readonly outputSchema?: object }>;
let fixture: ToolFixture;

beforeAll(async () => {
  await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve));
  // Without a worker, jobs wait: the response of a tool does not depend on how fast they are.
  app = await sharedApp({ ROLE: 'api', WEBHOOK_ALLOW_PRIVATE: 'true' });
  const open = await openWorkspace(app, { currencies: ['EUR'] });
  const { key } = await app.createKey(open.workspace);
  assistant = await openAssistant(app, key);
  listed = new Map((await assistant.client.listTools()).tools.map((tool) => [tool.name, tool]));
  fixture = await createToolFixture(open, `http://127.0.0.1:${(images.address() as AddressInfo).port}/lamp.png`);
});

afterAll(async () => {
  await assistant.client.close();
  images.closeAllConnections();
  images.close();
});

const routeOf = ({ policy }: Tool) =>
  routesOf<AppRoute>(contract).find(
    ({ metadata }) => (metadata as Tool['policy']).operationId === policy.operationId,
  ) as AppRoute;

/** Without trimming, so that the whole record is seen. */
function untrimmed({ inputSchema }: Tool, args: Readonly<Record<string, unknown>>) {
  return 'fields' in (inputSchema.properties as object) ? { ...args, fields: [] } : args;
}

async function callWhole(tool: Tool, args: Readonly<Record<string, unknown>>) {
  const result = await assistant.client.callTool({ name: tool.name, arguments: untrimmed(tool, args) });
  expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
  return result.structuredContent as { status: number; etag?: string };
}

it('every tool has a scenario', () => {
  expect(Object.keys(toolScenarios(fixture)).sort()).toEqual(tools.map(({ name }) => name).sort());
});

// All work on one fixture: some change records that others read.
describe('the tool', { shuffle: false }, () => {
  describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
    it('returns what its operation returns', async () => {
      expect(ajv.validate(tool.inputSchema, toolScenarios(fixture)[name]?.works), ajv.errorsText()).toBe(true);
      const response = await callWhole(tool, toolScenarios(fixture)[name]?.works ?? {});
      expect(response).toMatchObject(toolScenarios(fixture)[name]?.returns as object);
      expect(ajv.validate(listed.get(name)?.outputSchema as object, response), ajv.errorsText()).toBe(true);
      const { status, etag, ...body } = response;
      const declared = routeOf(tool).responses[status];
      if (status !== 204) expect((declared as z.ZodType).safeParse(body).error?.issues ?? []).toEqual([]);
    });

    it('reports what is wrong and what to do', async () => {
      const { fails, with: expected } = toolScenarios(fixture)[name] as ReturnType<typeof toolScenarios>[string];
      const { isError, value } = await assistant.call(name, fails);
      const field = 'field' in expected ? expected.field : null;
      expect(isError, JSON.stringify(value)).toBe(true);
      expect(value).toEqual({
        error: {
          code: field === null ? (expected as { code: string }).code : 'validation_failed',
          message: expect.stringMatching(/./),
          requestId: expect.any(String),
          ...(field !== null && { fieldErrors: { [field]: expect.stringMatching(/./) } }),
        },
        hint: expect.stringMatching(/./),
      });
    });
  });

  describe('tools that only read', () => {
    const reading = tools.filter(({ annotations }) => annotations.readOnlyHint);

    it.each(reading.map((tool) => [tool.name, tool] as const))(
      '%s returns what its schema declares',
      async (name, tool) => {
        const result = await assistant.client.callTool({ name, arguments: toolScenarios(fixture)[name]?.works ?? {} });
        expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
        const closed = JSON.parse(
          JSON.stringify(tool.outputSchema, (_, value) =>
            value?.properties ? { ...value, additionalProperties: false } : value,
          ),
        );
        expect(ajv.validate(closed, result.structuredContent), ajv.errorsText()).toBe(true);
      },
    );
  });
});
