import { invalidFields } from '@contract-kit/http-spec';
import { byMediaType, filePart } from '@contract-kit/http-spec/zod';
import type { BodyPart, BodyReader } from '@contract-kit/middleware';
import { z } from 'zod';
import type { contract as tasks } from '../tasks-contract.ts';
import { breakingAt, type Deviation } from '../tasks-server.ts';
import type { BrokenServer } from './broken-server.ts';

const multipart = 'multipart/form-data';

/** A server that validates its forms with another schema than the one it publishes. */
const withForm =
  (form: z.ZodType): Deviation =>
  ({ contract }) => {
    const json = z.strictObject({ text: z.string().min(4).max(100), title: z.string().min(1).max(20).optional() });
    const body = byMediaType({ [multipart]: form, 'application/json': json });
    return { contract: { ...contract, addFile: { ...contract.addFile, body } } as unknown as typeof tasks };
  };

const withPolicy =
  (change: object): Deviation =>
  ({ contract: { addFile, ...rest } }) => ({
    contract: { ...rest, addFile: { ...addFile, metadata: { ...addFile.metadata, ...change } } } as typeof tasks,
  });

const withReader =
  (wrap: (read: BodyReader) => BodyReader): Deviation =>
  ({ body }) => ({ body: { readers: { [multipart]: wrap(body?.readers?.[multipart] as BodyReader) } } });

/** Compares uploads by something other than their content. */
const comparing = (hashOf: (part: BodyPart, contentType: string) => string) =>
  withReader((read) => async (request, context) => {
    const { parts = [], ...rest } = await read(request, context);
    return { ...rest, parts: parts.map((part) => ({ ...part, contentHash: hashOf(part, context.contentType) })) };
  });

const title = z.string().min(1).max(20).optional();

function ofFiles(servers: readonly Omit<BrokenServer, 'operation'>[]): BrokenServer[] {
  return servers.map((server) => ({ ...server, operation: 'files.add' }));
}

/** Servers that accept uploads they should refuse, or mistake one for another. */
export const brokenUploads: readonly BrokenServer[] = ofFiles([
  {
    title: 'refuses every file',
    check: 'uploads.success',
    deviation: ({ handlers }) => ({
      handlers: {
        ...handlers,
        addFile: async (args) => {
          if ('file' in args.body) throw invalidFields({ file: 'Not this one.' });
          return handlers.addFile(args);
        },
      },
    }),
  },
  {
    title: 'accepts a form without its file',
    check: 'uploads.missing-file',
    deviation: withForm(z.strictObject({ file: filePart().optional(), title })),
  },
  {
    title: 'accepts the file under any name',
    check: 'uploads.other-part',
    deviation: withReader((read) => async (request, context) => {
      const policy = { ...context.policy, fileParts: ['file', 'fileX'] };
      const { body, ...rest } = await read(request, { ...context, policy });
      const values = body as Record<string, unknown>;
      if ('fileX' in values) {
        values.file = values.fileX;
        delete values.fileX;
      }
      return { body, ...rest };
    }),
  },
  {
    title: 'fails on two files',
    check: 'uploads.repeated-file',
    deviation: () => ({ before: breakingAt((text) => text.includes('Sent more than once.')) }),
  },
  {
    title: 'accepts a text instead of a file',
    check: 'uploads.text-as-file',
    deviation: withForm(z.strictObject({ file: z.union([filePart(), z.string()]), title })),
  },
  {
    title: 'ignores undeclared fields',
    check: 'uploads.invalid-field',
    deviation: withForm(z.object({ file: filePart(), title })),
  },
  {
    title: 'accepts a file of any size',
    check: 'uploads.file-limit',
    deviation: withPolicy({ fileLimit: 1_000_000 }),
  },
  {
    title: 'fails on a form that has no end',
    check: 'uploads.malformed-form',
    deviation: () => ({ before: breakingAt((text) => text.includes('multipart body is malformed')) }),
  },
  {
    title: 'treats the same file as another one when the boundary differs',
    check: 'uploads.replay',
    deviation: comparing(({ contentHash }, contentType) => contentHash + contentType),
  },
  {
    title: 'does not compare the content of files',
    check: 'uploads.reused',
    deviation: comparing(() => ''),
  },
]);
