import { createHash, randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { startUploads } from '../../../test-support/start-uploads.ts';
import { fileLimit } from '../../../test-support/upload-contract.ts';
import type { UploadReceiver } from './upload-receiver.ts';

const bytes = (size: number) => randomBytes(size);
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

function form(parts: Readonly<Record<string, string | Blob>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.append(name, value);
  return data;
}

const file = (content: Buffer | string, name = 'a.png', type = 'image/png') =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type });

describe('an upload', () => {
  it('reaches its handler with name, type, size, hash and fields', async () => {
    const { send, readKept, waiting } = await startUploads();
    const content = bytes(300_000);
    const response = await send('/files', form({ file: file(content, 'Größe "1".png'), altText: 'Ein Bild – €' }));
    expect(response.status).toBe(201);
    expect(response.data).toEqual({
      fileName: 'Größe "1".png',
      mediaType: 'image/png',
      size: 300_000,
      sha256: sha256(content),
      altText: 'Ein Bild – €',
      preview: false,
    });
    expect((await readKept()).equals(content)).toBe(true);
    expect(await waiting()).toEqual([]);
  });

  it('may be empty, and as large as its limit', async () => {
    const { send } = await startUploads();
    expect((await send('/files', form({ file: file('') }))).data.size).toBe(0);
    expect((await send('/files', form({ file: file(bytes(fileLimit)) }))).data.size).toBe(fileLimit);
  });

  it('may have several files; those the handler does not take are removed', async () => {
    const { send, waiting } = await startUploads();
    const response = await send('/files', form({ preview: file('small'), file: file('large') }));
    expect(response.data).toMatchObject({ size: 5, preview: true });
    await expect.poll(waiting).toEqual([]);
  });

  it('accepts a list as several fields, as one, and as JSON', async () => {
    const { send } = await startUploads();
    const repeated = form({ file: file('x') });
    for (const label of ['a', 'b']) repeated.append('labels', label);
    for (const body of [
      repeated,
      form({ file: file('x'), labels: 'a,b' }),
      form({ file: file('x'), labels: '["a","b"]' }),
    ])
      expect((await send('/files', body)).data.labels).toEqual(['a', 'b']);
    for (const label of ['c', 'd']) repeated.append('labels', label);
    expect((await send('/files', repeated)).error.details.fieldErrors).toEqual({
      labels: 'Must have at most 3 items.',
    });
  });

  it('has a name without the folders and control characters that a client sent', async () => {
    const { send } = await startUploads();
    for (const [given, kept] of [
      ['../../etc/passwd', 'passwd'],
      ['C:\\fakepath\\photo.png', 'photo.png'],
      ['..', null],
    ] as const) {
      expect((await send('/files', form({ file: file('x', given) }))).data.fileName).toBe(kept);
    }
  });

  it('shares its route with JSON, each with its own schema', async () => {
    const { send } = await startUploads();
    const json = { 'content-type': 'application/json' };
    expect((await send('/files', '{"url":"https://example.com"}', json)).status).toBe(200);
    const forged = { key: '/etc/passwd', fileName: 'x', mediaType: 'x', size: 1, sha256: 'x' };
    const asJson = await send('/files', JSON.stringify({ file: forged }), json);
    expect(asJson.error.details.fieldErrors).toEqual({ url: 'Required.', file: 'Unknown field.' });
    const asForm = await send('/files', form({ url: 'https://example.com' }));
    expect(asForm.error.details.fieldErrors).toEqual({ file: 'Must be a file.', url: 'Unknown field.' });
    const asText = await send('/files', form({ file: JSON.stringify(forged) }));
    expect(asText.error.details.fieldErrors).toEqual({ file: 'Must be a file.' });
  });
});

describe('a refused upload leaves nothing behind', () => {
  it.each<[string, Record<string, string | Blob>, number, object]>([
    ['a field is wrong', { file: file('x'), altText: 'x'.repeat(101) }, 422, { altText: expect.any(String) }],
    ['a field is unknown', { file: file('x'), nope: 'y' }, 422, { nope: 'Unknown field.' }],
    [
      'a file is not asked for',
      { image: file('x') },
      422,
      { image: 'Unknown file. Send the file as "file" or "preview".' },
    ],
    ['the handler refuses it', { file: file('x'), onError: 'Taken.' }, 409, {}],
  ])('when %s', async (_, parts, status, fields) => {
    const { send, waiting, errors } = await startUploads();
    const response = await send('/files', form(parts));
    expect(response.status).toBe(status);
    expect(response.error.details?.fieldErrors ?? {}).toEqual(fields);
    await expect.poll(waiting).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('when a part is sent twice', async () => {
    const { send, waiting } = await startUploads();
    const twice = form({ file: file('x') });
    twice.append('file', file('y'));
    expect((await send('/files', twice)).error.details.fieldErrors).toEqual({ file: 'Sent more than once.' });
    await expect.poll(waiting).toEqual([]);
  });

  it('when its file is larger than allowed: 413', async () => {
    const { send, waiting, calls } = await startUploads();
    const response = await send('/files', form({ file: file(bytes(fileLimit + 1)) }));
    expect(response.error).toMatchObject({ code: 'payload_too_large', message: expect.stringContaining('"file"') });
    await expect.poll(waiting).toEqual([]);
    expect(calls()).toBe(0);
  });

  it('when its fields are larger than allowed, individually or together: 413', async () => {
    const { send } = await startUploads();
    expect((await send('/notes', form({ a: 'x'.repeat(4097) }))).status).toBe(413);
    const parts = Array.from({ length: 5 }, (_, n) => [`part${n}`, 'x'.repeat(1000)] as const);
    expect((await send('/notes', form(Object.fromEntries(parts)))).status).toBe(413);
    expect((await send('/notes', form(Object.fromEntries(parts.slice(1))))).status).toBe(200);
  });

  it.each<[string, UploadReceiver['receive']]>([
    ['at once', () => Promise.reject(new Error('disk full'))],
    [
      'after it has read everything',
      async ({ stream }) => {
        await finished(stream.resume());
        throw new Error('disk full');
      },
    ],
    [
      'and closes what it reads',
      async ({ stream }) => {
        stream.destroy();
        throw new Error('disk full');
      },
    ],
    [
      'with an error of the system',
      async ({ stream }) => {
        const full = Object.assign(new Error('disk full'), { code: 'ENOSPC' });
        await pipeline(stream, new Writable({ write: (_chunk, _encoding, done) => done(full) }));
        return 'never';
      },
    ],
  ])('when the receiver fails %s, which is not a fault of the client', async (_, receive) => {
    const broken = { receive, discard: async () => {} };
    const { send, errors } = await startUploads({ receiver: broken });
    const response = await send('/files', form({ file: file(bytes(500_000)) }));
    expect(response.error.code).toBe('internal_error');
    expect(errors).toMatchObject([{ err: expect.objectContaining({ message: 'disk full' }) }]);
  });

  it('and logs what cannot be removed', async () => {
    const stuck = {
      receive: async ({ stream }: { stream: AsyncIterable<unknown> }) => {
        for await (const _ of stream);
        return 'k';
      },
      discard: () => Promise.reject(new Error('no access')),
    };
    const { send, errors } = await startUploads({ receiver: stuck });
    expect((await send('/files', form({ file: file('x'), nope: 'y' }))).status).toBe(422);
    await expect.poll(() => errors.length).toBe(1);
  });
});

describe('an Idempotency-Key on an upload', () => {
  const headers = { 'idempotency-key': 'k' };

  it('replays a repetition with another boundary, and discards its bytes', async () => {
    const { send, calls, waiting } = await startUploads();
    const content = bytes(1000);
    const first = await send('/files', form({ file: file(content), altText: 'x' }), headers);
    const second = await send('/files', form({ file: file(content), altText: 'x' }), headers);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.data).toEqual(first.data);
    expect(calls()).toBe(1);
    await expect.poll(waiting).toEqual([]);
  });

  it.each<[string, Record<string, string | Blob>]>([
    ['bytes', { file: file('b') }],
    ['file name', { file: file('a', 'b.png') }],
    ['type', { file: file('a', 'a.png', 'image/gif') }],
    ['fields', { file: file('a'), altText: 'x' }],
  ])('refuses other %s', async (_, parts) => {
    const { send } = await startUploads();
    expect((await send('/files', form({ file: file('a') }), headers)).status).toBe(201);
    expect((await send('/files', form(parts), headers)).error.code).toBe('idempotency_key_reused');
  });
});
