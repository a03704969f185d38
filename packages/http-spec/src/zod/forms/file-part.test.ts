import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rememberMediaType } from '../../body/body-media-type.ts';
import { UploadedFile } from '../../body/uploaded-file.ts';
import { byMediaType } from '../by-media-type.ts';
import { operation } from '../define-operations.ts';
import { filePart, filePartsOf } from './file-part.ts';

const uploaded = new UploadedFile({ key: 'k', fileName: 'a.png', mediaType: 'image/png', size: 1, sha256: 'ab' });
const UploadSchema = z.strictObject({
  file: filePart({ mediaTypes: ['image/*'] }).describe('The picture.'),
  preview: filePart().optional(),
  altText: z.string().optional(),
});
const LinkSchema = z.strictObject({ url: z.string() });
const both = byMediaType({ 'multipart/form-data': UploadSchema, 'application/json': LinkSchema });

const route = { id: 'files.add', method: 'POST', path: '/files', summary: 'Add a file', responses: {} } as const;

describe('a file part', () => {
  it('is a received file, which a client cannot write as JSON', () => {
    expect(UploadSchema.parse({ file: uploaded }).file).toBe(uploaded);
    for (const forged of ['text', { ...uploaded }, null, undefined]) {
      expect(UploadSchema.safeParse({ file: forged }).error?.issues).toMatchObject([
        { path: ['file'], message: 'Must be a file.' },
      ]);
    }
  });

  it('is found in a body, optional or described', () => {
    expect([...filePartsOf(UploadSchema)]).toEqual([
      ['file', { mediaTypes: ['image/*'] }],
      ['preview', {}],
    ]);
    expect(filePartsOf(LinkSchema).size).toBe(0);
  });

  it('makes its route take multipart bodies, with a limit for files', () => {
    const { metadata } = operation({ ...route, body: UploadSchema, fileLimit: 10 });
    expect(metadata).toMatchObject({
      bodyTypes: ['multipart/form-data'],
      fileParts: ['file', 'preview'],
      fileLimit: 10,
    });
    expect(metadata.errors).toContain('payload_too_large');
  });

  it('needs a limit, and a limit needs a file', () => {
    expect(() => operation({ ...route, body: UploadSchema })).toThrow('POST /files');
    expect(() => operation({ ...route, body: LinkSchema, fileLimit: 10 })).toThrow('come together');
  });
});

describe('a body by media type', () => {
  it('is validated by the schema of its media type', () => {
    const link = { url: 'https://example.com/a.png' };
    rememberMediaType(link, 'application/json');
    expect(both.parse(link)).toEqual(link);
    const upload = { file: uploaded };
    rememberMediaType(upload, 'multipart/form-data');
    expect(both.parse(upload)).toEqual(upload);
  });

  it('is validated by the first schema when its type is unknown', () => {
    expect(both.safeParse({ url: 'x' }).success).toBe(false);
    expect(both.safeParse(undefined).success).toBe(false);
  });

  it('reports problems at the paths of that schema', () => {
    const link = { url: 3, extra: true };
    rememberMediaType(link, 'application/json');
    expect(both.safeParse(link).error?.issues).toMatchObject([
      { code: 'invalid_type', path: ['url'], message: 'Invalid input: expected string, received number' },
      { code: 'unrecognized_keys', keys: ['extra'] },
    ]);
  });

  it('gives its route the media types and the files', () => {
    const { metadata } = operation({ ...route, body: both, fileLimit: 10 });
    expect(metadata).toMatchObject({
      bodyTypes: ['multipart/form-data', 'application/json'],
      fileParts: ['file', 'preview'],
    });
  });

  it('needs a schema', () => {
    expect(() => byMediaType({})).toThrow(TypeError);
  });
});
