import { isRecord } from '@contract-kit/openapi/schemas';
import type { Draft } from '../calling/draft.ts';
import type { DocumentedSchema } from '../generating/documented-schema.ts';
import { admits, changed, type FormSchema, formSchemaOf, partTextOf } from '../generating/forms.ts';
import { type Mutation, mutationsOf } from '../generating/mutations.ts';
import { parameterSamples } from '../generating/parameter-samples.ts';
import type { CheckContext } from '../running/check-context.ts';
import type { Check, CheckedRoute } from './check.ts';
import { expectReplay, sendFirst, takesKeys } from './idempotency.ts';
import { expectRefused, largestBody, smallestFirst, tooLargeToSend } from './input.ts';
import { expectSuccess } from './responses.ts';

/** A request that uploads. */
interface Upload {
  readonly draft: Draft & { readonly body: FormData };
  readonly form: FormSchema;
  /** The part that is a file. */
  readonly part: string;
  readonly file: File;
}

const takesFiles = ({ route }: CheckedRoute) => route.form !== undefined;

/** An upload that succeeds; it is not sent yet. @throws Skip when it has no file. */
async function openUpload(context: CheckContext): Promise<Upload> {
  const { body, ...draft } = await context.draft({}, 'form');
  const { form, id } = context.route;
  const found = body instanceof FormData && [...body].find(([, value]) => value instanceof File);
  if (!found || form === undefined) return context.skip('The upload that succeeds has no file.');
  const [part, file] = found as [string, File];
  return { draft: { ...draft, body: body as FormData }, form: formSchemaOf(form, id), part, file };
}

/** The upload with its form changed. */
function withForm({ draft }: Upload, body: FormData): Draft {
  return { ...draft, body };
}

const upload: Check = {
  id: 'uploads.success',
  holds: 'a form with a small file succeeds',
  applies: takesFiles,
  run: (context) => expectSuccess(context, 'form'),
};

const missingFile: Check = {
  id: 'uploads.missing-file',
  holds: 'a form without a file it needs is 422, and fieldErrors names the part',
  applies: takesFiles,
  async run(context) {
    const one = await openUpload(context);
    const { requiredFiles } = one.form;
    if (requiredFiles.length === 0) context.skip('No file is required.');
    for (const name of requiredFiles) {
      await refuse(context, one, [name], 'without its file', (form) => form.delete(name));
    }
  },
};

const otherPart: Check = {
  id: 'uploads.other-part',
  holds: 'a file under another name is 422, and fieldErrors names that part or the one it should be',
  applies: takesFiles,
  async run(context) {
    const one = await openUpload(context);
    const other = `${one.part}X`;
    await refuse(context, one, [other, one.part], 'with its file as another part', (form) => {
      form.delete(one.part);
      form.set(other, one.file);
    });
  },
};

const repeatedFile: Check = {
  id: 'uploads.repeated-file',
  holds: 'two files instead of one are 422, and fieldErrors names the part',
  applies: takesFiles,
  async run(context) {
    const one = await openUpload(context);
    await refuse(context, one, [one.part], 'with two files', (form) => form.append(one.part, one.file));
  },
};

const textAsFile: Check = {
  id: 'uploads.text-as-file',
  holds: 'a text instead of a file is 422, and fieldErrors names the part',
  applies: takesFiles,
  async run(context) {
    const one = await openUpload(context);
    await refuse(context, one, [one.part], 'with a text', (form) => form.set(one.part, 'text'));
  },
};

/** @throws Violation unless the changed form is refused, by the name of one of these parts. */
async function refuse(
  context: CheckContext,
  one: Upload,
  parts: readonly string[],
  what: string,
  change: (form: FormData) => void,
): Promise<void> {
  const exchange = await context.send(withForm(one, changed(one.draft.body, change)));
  const path = parts.find((name) => name in (exchange.response.fieldErrors ?? {})) ?? String(parts[0]);
  expectRefused(context, exchange, { path, what, inUnion: false });
}

const invalidField: Check = {
  id: 'uploads.invalid-field',
  holds: 'a field its schema refuses is 422, and fieldErrors names it',
  applies: takesFiles,
  async run(context) {
    const one = await openUpload(context);
    const formOf = ({ value }: Mutation) => withFields(one.draft.body, value as Readonly<Record<string, unknown>>);
    const fields = fieldsOf(one.form);
    const refused = parameterSamples(fields)
      .flatMap((valid) => mutationsOf(fields, valid))
      .filter((mutation) => isRecord(mutation.value) && !admits(one.form, formOf(mutation)));
    if (refused.length === 0) context.skip('No invalid value was found.');
    for (const mutation of smallestFirst(context.someOf(refused))) {
      const exchange = await context.send(withForm(one, formOf(mutation)));
      // A field is always sent as text.
      expectRefused(context, exchange, { ...mutation, path: mutation.path.split('.', 1)[0] as string });
    }
  },
};

/** The parts that are not files. */
function fieldsOf({ documented, files }: FormSchema): DocumentedSchema {
  const { properties, required = [], ...root } = documented.root;
  const fields = Object.entries(isRecord(properties) ? properties : {}).filter(([name]) => !files.has(name));
  const needed = (required as string[]).filter((name) => !files.has(name));
  return { ...documented, root: { ...root, properties: Object.fromEntries(fields), required: needed } };
}

/** A form with the files of another, and with these texts. */
function withFields(form: FormData, fields: Readonly<Record<string, unknown>>): FormData {
  return changed(form, (copy) => {
    for (const [name, value] of form) if (typeof value === 'string') copy.delete(name);
    for (const [name, value] of Object.entries(fields)) copy.set(name, partTextOf(value));
  });
}

const fileLimit: Check = {
  id: 'uploads.file-limit',
  holds: 'a file over the limit is 413',
  applies: takesFiles,
  async run(context) {
    const one = await openUpload(context);
    const length = (context.route.policy.fileLimit ?? 0) + 1;
    if (length > largestBody) context.skip(tooLargeToSend(length));
    const file = new File([new Uint8Array(length)], one.file.name, { type: one.file.type });
    const body = changed(one.draft.body, (form) => form.set(one.part, file));
    context.expectError(await context.send(withForm(one, body)), 413, 'payload_too_large');
  },
};

const malformedForm: Check = {
  id: 'uploads.malformed-form',
  holds: 'a form without a boundary, with another one or without an end is 400',
  applies: takesFiles,
  async run(context) {
    const { draft, part, file } = await openUpload(context);
    const head = `Content-Disposition: form-data; name="${part}"; filename="${file.name}"\r\nContent-Type: ${file.type}`;
    const open = `--limit\r\n${head}\r\n\r\ncontent\r\n`;
    const closed = `${open}--limit--\r\n`;
    const broken: [contentType: string, body: string][] = [
      ['multipart/form-data', closed],
      ['multipart/form-data; boundary=other', closed],
      ['multipart/form-data; boundary=limit', open],
    ];
    for (const [contentType, body] of broken) {
      const exchange = await context.send({
        ...draft,
        body,
        headers: { ...draft.headers, 'content-type': contentType },
      });
      context.expectError(exchange, 400, 'bad_request');
    }
  },
};

const takesKeyedFiles = (checked: CheckedRoute) => takesFiles(checked) && takesKeys(checked);

/** Every form is sent with a new boundary. */
const uploadReplay: Check = {
  id: 'uploads.replay',
  holds: 'a repeated upload gets the first response again, although its boundary is another',
  applies: takesKeyedFiles,
  run: async (context) => expectReplay(context, (await openUpload(context)).draft),
};

const uploadReused: Check = {
  id: 'uploads.reused',
  holds: 'a key that an upload of another file used is 422 idempotency_key_reused',
  applies: takesKeyedFiles,
  async run(context) {
    const one = await openUpload(context);
    const { draft } = await sendFirst(context, one.draft);
    const other = new File([one.file, '\n'], one.file.name, { type: one.file.type });
    const body = changed(one.draft.body, (form) => form.set(one.part, other));
    context.expectError(
      await context.send({ ...withForm(one, body), headers: draft.headers }),
      422,
      'idempotency_key_reused',
    );
  },
};

/** Forms with files. */
export const uploadChecks: readonly Check[] = [
  upload,
  missingFile,
  otherPart,
  repeatedFile,
  textAsFile,
  invalidField,
  fileLimit,
  malformedForm,
  uploadReplay,
  uploadReused,
];
