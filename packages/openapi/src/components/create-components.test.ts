import { describe, expect, it } from 'vitest';
import { todoContract, todoOptions } from '../../test-support/todo-contract.ts';
import { createOpenApiDocument } from '../create-open-api-document.ts';

const document = await createOpenApiDocument(todoContract, todoOptions);

describe('components', () => {
  it('contain named schemas once, including recursive ones', () => {
    expect(document.components.schemas.Todo).toMatchObject({
      properties: { subtasks: { items: { $ref: '#/components/schemas/Todo' } } },
    });
    expect(JSON.stringify(document)).not.toContain('$defs');
  });

  it('split a schema only when its two sides differ', () => {
    expect(Object.keys(document.components.schemas)).toEqual([
      'Error',
      'ErrorDetails',
      'ErrorInfo',
      'FilesCreateForm',
      'FilesCreateRequest',
      'FilesCreateResult',
      'FilesCreateResultData',
      'Label',
      'LabelInput',
      'LabelList',
      'MetaIndexResult',
      'MetaIndexResultData',
      'Pagination',
      'Priority',
      'Todo',
      'TodoCreate',
      'TodoPage',
      'TodoResponse',
      'TodoStatus',
      'TodosPublishRequest',
      'TodosPublishResult',
      'TodosPublishResultData',
    ]);
    expect(document.components.schemas.LabelInput).toMatchObject({ required: ['name'] });
    expect(document.components.schemas.Label).toMatchObject({ required: ['name', 'status'] });
  });

  it('contain only what the document refers to', async () => {
    const small = await createOpenApiDocument({ index: todoContract.index }, todoOptions);
    expect(Object.keys(small.components.parameters)).toEqual([]);
    expect(Object.keys(small.components.schemas)).toEqual([
      'Error',
      'ErrorDetails',
      'ErrorInfo',
      'MetaIndexResult',
      'MetaIndexResultData',
    ]);
  });
});
