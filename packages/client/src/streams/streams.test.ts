import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure, script } from '../../test-support/scripted-server.ts';
import { FileStream, formStream, jsonLines, readJsonLines } from '../index.ts';

const params = { id: 'n1', name: 'a' };
const attached = { status: 201, body: { data: { size: 3 } } };
const encoder = new TextEncoder();

async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield encoder.encode(text);
}

async function collect(values: AsyncIterable<unknown>): Promise<unknown[]> {
  const collected: unknown[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}

/** What a form says, read as a server does. */
async function readForm(headers: Readonly<Record<string, unknown>>, body: string): Promise<[string, unknown][]> {
  const request = new Response(Buffer.from(body, 'latin1'), {
    headers: { 'content-type': String(headers['content-type']) },
  });
  const entries = [...(await request.formData())].map(async ([name, value]): Promise<[string, unknown]> => {
    return [name, value instanceof File ? [value.name, value.type, await value.text()] : value];
  });
  return Promise.all(entries);
}

describe('a form of streams', () => {
  it('arrives with its files and fields', async () => {
    const { client, requests } = await script([attached]);
    const file = new FileStream(chunks('ab', 'ü'), 'ä "1"\r\n.txt', { type: 'text/plain' });
    await client.files.attach({ params, body: formStream({ file, tags: ['x', 'y'], caption: 'Ö' }) });
    const [request] = requests;
    expect(await readForm(request?.headers ?? {}, request?.body ?? '')).toEqual([
      ['file', ['ä "1"\r\n.txt', 'text/plain', 'abü']],
      ['tags', '["x","y"]'],
      ['caption', 'Ö'],
    ]);
  });

  it('accepts blobs too, and omits undefined fields', async () => {
    const { client, requests } = await script([attached]);
    const body = formStream({ file: new File(['abc'], 'a.csv', { type: 'text/csv' }), caption: undefined });
    await client.files.attach({ params, body });
    const [request] = requests;
    expect(await readForm(request?.headers ?? {}, request?.body ?? '')).toEqual([
      ['file', ['a.csv', 'text/csv', 'abc']],
    ]);
  });

  it('is sent again when its source can be read again', async () => {
    const { client, requests } = await script([failure(500, 'internal_error'), attached]);
    const file = new FileStream(() => chunks('abc'), 'a.txt');
    await client.files.attach({ params, body: formStream({ file }) });
    const [one, other] = requests;
    expect(other?.body).toBe(one?.body);
    expect(one?.body).toContain('\r\n\r\nabc\r\n');
  });

  it('is not sent again when its source can be read once', async () => {
    const { client, requests } = await script([failure(500, 'internal_error'), attached]);
    const file = new FileStream(chunks('abc'), 'a.txt');
    const call = client.files.attach({ params, body: formStream({ file }) });
    await expect(call).rejects.toMatchObject({ code: 'internal_error' });
    expect(requests).toHaveLength(1);
  });

  it('ends its source when the call is aborted', async () => {
    const { client } = await script([attached]);
    const controller = new AbortController();
    const ended = Promise.withResolvers<void>();
    async function* endless() {
      try {
        for (;;) {
          yield encoder.encode('x');
          controller.abort(new Error('enough'));
        }
      } finally {
        ended.resolve();
      }
    }
    const body = formStream({ file: new FileStream(endless(), 'x') });
    await expect(client.files.attach({ params, body, signal: controller.signal })).rejects.toThrow('enough');
    await ended.promise;
  });
});

describe('lines of JSON', () => {
  it('are sent as one line for each value', async () => {
    const { client, requests } = await script([attached]);
    async function* values() {
      yield { a: 1 };
      yield 'ü\n';
    }
    await client.files.attach({ params, body: jsonLines(values()) });
    expect(requests[0]?.headers['content-type']).toBe('application/x-ndjson');
    expect(Buffer.from(requests[0]?.body ?? '', 'latin1').toString()).toBe('{"a":1}\n"ü\\n"\n');
  });

  it('are read correctly, wherever their chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 5 }), async (values, size) => {
        const bytes = encoder.encode(values.map((value) => `${JSON.stringify(value)}\r\n`).join('\n'));
        async function* pieces() {
          for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
        }
        expect(JSON.stringify(await collect(readJsonLines(pieces())))).toBe(JSON.stringify(values));
      }),
    );
  });

  it('are read to the last one, which may lack a line feed', async () => {
    expect(await collect(readJsonLines(chunks('1\n', '2')))).toEqual([1, 2]);
  });

  it('are refused when one is too long, or is not JSON', async () => {
    const long = collect(readJsonLines(chunks('"', 'xxxxxxxxx', '"'), { maxLineLength: 8 }));
    await expect(long).rejects.toThrow('longer than 8');
    await expect(collect(readJsonLines(chunks('{}\n{]\n')))).rejects.toThrow(SyntaxError);
  });
});

describe('a file that arrives', () => {
  /** A file without end, and the promise of the end of its connection. */
  function endlessFile() {
    const closed = Promise.withResolvers<unknown>();
    const respond = (_: unknown, response: ServerResponse) => {
      closed.resolve(once(response, 'close'));
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      const more = () => {
        while (!response.destroyed && response.write('{"line":true}\n'.repeat(1000)));
      };
      response.on('drain', more);
      more();
      return null;
    };
    return { closed: closed.promise, respond };
  }

  it('is read in chunks, and closes its connection when the loop is left', async () => {
    const { closed, respond } = endlessFile();
    const { client } = await script(respond);
    const { body } = await client.files.export();
    for await (const chunk of body) {
      expect(chunk).toBeInstanceOf(Uint8Array);
      break;
    }
    await closed;
  });

  it('is read line by line, and closes its connection when the loop is left', async () => {
    const { closed, respond } = endlessFile();
    const { client } = await script(respond);
    const { body } = await client.files.export();
    let lines = 0;
    for await (const { line } of readJsonLines<{ line: boolean }>(body)) {
      expect(line).toBe(true);
      lines += 1;
      if (lines === 5000) break;
    }
    await closed;
  });

  it('ends with the signal of its call', async () => {
    const { closed, respond } = endlessFile();
    const { client } = await script(respond);
    const controller = new AbortController();
    const { body } = await client.files.export({ signal: controller.signal });
    const reading = (async () => {
      for await (const _ of body) controller.abort(new Error('enough'));
    })();
    await expect(reading).rejects.toThrow('enough');
    await closed;
  });
});
