import { isRecord } from '@contract-kit/openapi/schemas';
import type { DocumentedSchema } from '../../generating/documented-schema.ts';
import { admits, changed, type FormSchema, partTextOf } from '../../generating/forms.ts';
import { type Mutation, mutationsOf } from '../../generating/mutations.ts';
import { parameterSamples } from '../../generating/parameter-samples.ts';
import type { Check } from '../check.ts';
import { expectRefused, smallestFirst } from '../input/refused.ts';
import { largestBody, tooLargeToSend } from '../largest-body.ts';
import { openUpload, takesFiles, withForm } from './upload.ts';

export const invalidField: Check = {
  id: 'uploads.invalid-field',
  holds: 'a field its schema refuses is 422, and fieldErrors names it',
  applies: takesFiles,
  async run(stage) {
    const one = await openUpload(stage);
    const formOf = ({ value }: Mutation) => withFields(one.draft.body, value as Readonly<Record<string, unknown>>);
    const fields = fieldsOf(one.form);
    const refused = parameterSamples(fields)
      .flatMap((valid) => mutationsOf(fields, valid))
      .filter((mutation) => isRecord(mutation.value) && !admits(one.form, formOf(mutation)));
    if (refused.length === 0) stage.skip('Nothing was found that the schema refuses.');
    for (const mutation of smallestFirst(stage.someOf(refused))) {
      const exchange = await stage.send(withForm(one, formOf(mutation)));
      // A field is one text, whatever is read from it.
      expectRefused(stage, exchange, { ...mutation, path: mutation.path.split('.', 1)[0] as string });
    }
  },
};

/** The parts that are no files. */
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

export const fileLimit: Check = {
  id: 'uploads.file-limit',
  holds: 'a file over the limit is 413',
  applies: takesFiles,
  async run(stage) {
    const one = await openUpload(stage);
    const length = (stage.route.policy.fileLimit ?? 0) + 1;
    if (length > largestBody) stage.skip(tooLargeToSend(length));
    const file = new File([new Uint8Array(length)], one.file.name, { type: one.file.type });
    const body = changed(one.draft.body, (form) => form.set(one.part, file));
    stage.expectError(await stage.send(withForm(one, body)), 413, 'payload_too_large');
  },
};

export const malformedForm: Check = {
  id: 'uploads.malformed-form',
  holds: 'a form without a boundary, with another one or without an end is 400',
  applies: takesFiles,
  async run(stage) {
    const { draft, part, file } = await openUpload(stage);
    const head = `Content-Disposition: form-data; name="${part}"; filename="${file.name}"\r\nContent-Type: ${file.type}`;
    const open = `--limit\r\n${head}\r\n\r\ncontent\r\n`;
    const closed = `${open}--limit--\r\n`;
    const broken: [contentType: string, body: string][] = [
      ['multipart/form-data', closed],
      ['multipart/form-data; boundary=other', closed],
      ['multipart/form-data; boundary=limit', open],
    ];
    for (const [contentType, body] of broken) {
      const exchange = await stage.send({ ...draft, body, headers: { ...draft.headers, 'content-type': contentType } });
      stage.expectError(exchange, 400, 'bad_request');
    }
  },
};
