import { expect, it } from 'vitest';
import { Caller } from './caller.ts';

/** Sends a form twice. @returns the requests as a server gets them. */
async function sendTwice(body: FormData): Promise<[Request, Request]> {
  const received: Request[] = [];
  const caller = new Caller({
    baseUrl: 'http://127.0.0.1:9',
    async fetch(url, init) {
      received.push(new Request(url, init));
      return new Response();
    },
    close: async () => {},
  });
  const request = { method: 'POST', url: '/files', headers: {}, redactedHeaders: {}, body };
  await caller.send(request);
  await caller.send(request);
  return received as [Request, Request];
}

const describeForm = (form: FormData) =>
  Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === 'string' ? [name, value] : [name, value.name, value.type, ...(await value.bytes())],
    ),
  );

it('a form arrives with its fields and files in their order', async () => {
  const form = new FormData();
  form.append('a "quoted" name', 'Zoë\r\n--form-');
  form.append('file', new File([new Uint8Array([0, 255, 13, 10])], 'a\n"b".png', { type: 'image/png' }));
  form.append('file', new File([], 'empty'));
  const [request] = await sendTwice(form);
  expect(await describeForm(await request.formData())).toEqual([
    ['a "quoted" name', 'Zoë\r\n--form-'],
    ['file', 'a\n"b".png', 'image/png', 0, 255, 13, 10],
    ['file', 'empty', 'application/octet-stream'],
  ]);
});

it('a form that is sent again has another boundary', async () => {
  const form = new FormData();
  form.append('title', 'a');
  const types = (await sendTwice(form)).map(({ headers }) => headers.get('content-type'));
  expect(types).toEqual(types.map(() => expect.stringMatching(/^multipart\/form-data; boundary=form-[0-9a-f-]{36}$/)));
  expect(new Set(types).size).toBe(2);
});
