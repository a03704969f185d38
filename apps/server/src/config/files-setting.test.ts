import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const filesOf = (environment: Readonly<Record<string, string>>) => readConfig(environment).files;

describe('ASSETS_URL', () => {
  it.each([
    ['file:/srv/files', '/srv/files'],
    ['file:///srv/my%20files', '/srv/my files'],
    ['file:files', resolve('files')],
    ['file:./files', resolve('files')],
  ])('%s is a folder', (url, path) => {
    expect(filesOf({ ASSETS_URL: url })).toEqual({ kind: 'folder', path });
  });

  it('is a folder of DATA_DIR by default', () => {
    expect(filesOf({ DATA_DIR: '/srv/data' })).toEqual({ kind: 'folder', path: '/srv/data/files' });
  });

  it('is a bucket, with the credentials of AWS variables', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    const bucket = { kind: 's3', bucket: 'pim-files', prefix: '', endpoint: null, region: 'us-east-1' };
    expect(filesOf({ ASSETS_URL: 's3://pim-files' })).toEqual({ ...bucket, credentials: null });
    expect(filesOf({ ASSETS_URL: 's3://pim-files/', AWS_REGION: 'eu-central-1', ...keys })).toEqual({
      ...bucket,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    const url = 's3://pim-files/a/b/?endpoint=https://minio.example.com:9000&region=eu';
    expect(filesOf({ ASSETS_URL: url, AWS_REGION: 'us', AWS_SESSION_TOKEN: 't', ...keys })).toMatchObject({
      prefix: 'a/b/',
      endpoint: 'https://minio.example.com:9000',
      region: 'eu',
      credentials: { sessionToken: 't' },
    });
  });

  it.each([
    'files',
    'file:',
    'file://host/files',
    'https://files.example.com',
    's3://',
    's3://b',
    's3://UPPER_CASE',
    's3://files?endpoint=minio',
    's3://files?endpoint=ftp://minio',
    's3://files?zone=eu',
    's3://id:secret@files',
  ])('%s is refused by name', (url) => {
    expect(() => filesOf({ ASSETS_URL: url })).toThrow('Must be file:folder or s3://bucket');
  });

  it('never shows a secret in the wrong place', () => {
    expect(() => filesOf({ ASSETS_URL: 's3://id:hunter2@files' })).not.toThrow('hunter2');
  });

  it('needs both halves of a key', () => {
    const half = { ASSETS_URL: 's3://files', AWS_ACCESS_KEY_ID: 'id' };
    expect(() => filesOf(half)).toThrow('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together.');
  });
});
