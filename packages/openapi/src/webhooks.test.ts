import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TodoSchema, todoContract, todoOptions } from '../test-support/todo-contract.ts';
import { createOpenApiDocument } from './create-open-api-document.ts';
import { findDocumentProblems } from './testing/find-document-problems.ts';

const signature = { description: 'HMAC-SHA256 of timestamp and body.' };
const envelope = z.object({ id: z.string(), data: z.object({ todo: TodoSchema }) });
const document = await createOpenApiDocument(todoContract, {
  ...todoOptions,
  tags: { ...todoOptions.tags, webhooks: { description: 'What happened.' } },
  webhooks: {
    'todo.created': { summary: 'A to-do was created', schema: envelope, headers: { 'X-Signature': signature } },
    'todo.done': {
      summary: 'A to-do was finished',
      description: 'Once.',
      schema: envelope,
      headers: {
        'X-Signature': signature,
        'X-Count': { description: 'How many.', schema: { type: 'integer' } },
        'X-Note': { description: 'A word.', required: false },
      },
    },
  },
});

describe('webhooks', () => {
  it('are valid OpenAPI', async () => {
    expect(await findDocumentProblems(document)).toEqual([]);
  });

  it('describe the delivery of each event, which needs no key of the receiver', () => {
    expect(document.webhooks?.['todo.created']?.post).toMatchObject({
      operationId: 'webhook.todo.created',
      summary: 'A to-do was created',
      tags: ['webhooks'],
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/WebhookTodoCreatedRequest' },
          },
        },
      },
    });
  });

  it('share headers that are equal in several events', () => {
    expect(document.webhooks?.['todo.done']?.post?.parameters).toEqual([
      { $ref: '#/components/parameters/X-Signature' },
      {
        name: 'X-Count',
        in: 'header',
        description: 'How many.',
        required: true,
        schema: { type: 'integer', format: 'int64' },
      },
      { name: 'X-Note', in: 'header', description: 'A word.', required: false, schema: { type: 'string' } },
    ]);
    expect(document.components.parameters['X-Signature']).toMatchObject({ name: 'X-Signature', required: true });
  });

  it('are left out when there are none', async () => {
    expect(await createOpenApiDocument(todoContract, todoOptions)).not.toHaveProperty('webhooks');
  });
});
