import { changed } from '../../generating/forms.ts';
import type { Stage } from '../../running/stage.ts';
import { expectSuccess } from '../answers/success.ts';
import type { Check } from '../check.ts';
import { expectRefused } from '../input/refused.ts';
import { openUpload, takesFiles, type Upload, withForm } from './upload.ts';

export const upload: Check = {
  id: 'uploads.success',
  holds: 'a form with a small file succeeds',
  applies: takesFiles,
  run: (stage) => expectSuccess(stage, 'form'),
};

export const missingFile: Check = {
  id: 'uploads.missing-file',
  holds: 'a form without a file it needs is 422, and fieldErrors names the part',
  applies: takesFiles,
  async run(stage) {
    const one = await openUpload(stage);
    const { requiredFiles } = one.form;
    if (requiredFiles.length === 0) stage.skip('No file has to be there.');
    for (const name of requiredFiles) {
      await refuse(stage, one, [name], 'without its file', (form) => form.delete(name));
    }
  },
};

export const otherPart: Check = {
  id: 'uploads.other-part',
  holds: 'a file under another name is 422, and fieldErrors names that part or the one it should be',
  applies: takesFiles,
  async run(stage) {
    const one = await openUpload(stage);
    const other = `${one.part}X`;
    await refuse(stage, one, [other, one.part], 'with its file as another part', (form) => {
      form.delete(one.part);
      form.set(other, one.file);
    });
  },
};

export const repeatedFile: Check = {
  id: 'uploads.repeated-file',
  holds: 'two files in the place of one are 422, and fieldErrors names the part',
  applies: takesFiles,
  async run(stage) {
    const one = await openUpload(stage);
    await refuse(stage, one, [one.part], 'with two files', (form) => form.append(one.part, one.file));
  },
};

export const textAsFile: Check = {
  id: 'uploads.text-as-file',
  holds: 'a text in the place of a file is 422, and fieldErrors names the part',
  applies: takesFiles,
  async run(stage) {
    const one = await openUpload(stage);
    await refuse(stage, one, [one.part], 'with a text', (form) => form.set(one.part, 'text'));
  },
};

/** @throws Violation unless the changed form is refused, by the name of one of these parts. */
async function refuse(
  stage: Stage,
  one: Upload,
  parts: readonly string[],
  what: string,
  change: (form: FormData) => void,
): Promise<void> {
  const exchange = await stage.send(withForm(one, changed(one.draft.body, change)));
  const path = parts.find((name) => name in (exchange.answer.fieldErrors ?? {})) ?? String(parts[0]);
  expectRefused(stage, exchange, { path, what, inUnion: false });
}
