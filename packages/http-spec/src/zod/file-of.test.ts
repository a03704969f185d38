import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operation } from './define-operations.ts';
import { BytesSchema, declaresMediaType, fileOf, fileTypesOf } from './file-of.ts';

const route = { id: 'files.get', method: 'GET', path: '/file', summary: 'A file' } as const;
const file = fileOf({ 'text/csv': z.string(), 'image/*': BytesSchema });

describe('a file response', () => {
  it('knows its media types', () => {
    expect(fileTypesOf(file)).toEqual(['text/csv', 'image/*']);
    expect(fileTypesOf(z.object({}))).toBeUndefined();
    expect(() => fileOf({})).toThrow(TypeError);
  });

  it('is of a declared type, by itself or by its group', () => {
    const types = ['text/csv', 'image/*'];
    for (const declared of ['text/csv; charset=utf-8', 'Text/CSV', 'image/png']) {
      expect(declaresMediaType(types, declared)).toBe(true);
    }
    for (const other of ['text/plain', 'imagex/png', '', 'csv']) expect(declaresMediaType(types, other)).toBe(false);
    expect(declaresMediaType(['*/*'], 'video/mp4')).toBe(true);
  });

  it('with ranges declares the response to a range request', () => {
    const { responses, metadata } = operation({ ...route, ranges: true, responses: { 200: file } });
    expect(responses[206]).toBe(file);
    expect(metadata).toMatchObject({ ranges: true });
    expect(metadata.errors).toContain('range_not_satisfiable');
    expect(operation({ ...route, responses: { 200: file } }).metadata).not.toHaveProperty('ranges');
  });

  it('is the 200 of a GET when it has parts', () => {
    const json = z.object({});
    expect(() => operation({ ...route, ranges: true, responses: { 200: json } })).toThrow('GET /file');
    expect(() => operation({ ...route, method: 'POST', ranges: true, responses: { 200: file } })).toThrow('fileOf');
  });
});
