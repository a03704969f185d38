import { describe, expect, it } from 'vitest';
import { script } from '../../test-support/scripted-server.ts';

describe('files', () => {
  it('are sent as a form, together with the other fields', async () => {
    const { client, requests } = await script([{ status: 201, body: { data: { size: 3 } } }]);
    const file = new File(['abc'], 'a.txt', { type: 'text/plain' });
    await client.files.attach({ params: { id: 'n1', name: 'a' }, body: { file, tags: ['x', 'y'], caption: 'A' } });
    const [request] = requests;
    expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(request?.body).toContain('name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nabc');
    expect(request?.body).toContain('name="tags"\r\n\r\n["x","y"]');
    expect(request?.body).toContain('name="caption"\r\n\r\nA');
  });

  it('arrive as streams, with their names', async () => {
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="notes.csv"; filename*=UTF-8''n%C3%B6te%20s.csv`,
    };
    const { client } = await script([{ status: 200, headers, body: 'id,text\n1,x\n' }]);
    const { body } = await client.files.export();
    expect(body).toMatchObject({ contentType: 'text/csv; charset=utf-8', fileName: 'nöte s.csv' });
    expect(await new Response(body.stream).text()).toBe('id,text\n1,x\n');
  });

  it.each([
    ['attachment; filename="a \\"b\\".csv"', 'a "b".csv'],
    ['attachment; filename=plain.csv', 'plain.csv'],
    ['attachment', null],
  ])('are named as in %s', async (disposition, name) => {
    const { client } = await script([{ status: 200, headers: { 'content-disposition': disposition }, body: '[]' }]);
    const { body } = await client.files.export();
    expect(body.fileName).toBe(name);
    expect(await body.text()).toBe('[]');
  });
});
