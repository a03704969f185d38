import { changed } from '../../generating/forms.ts';
import type { Check, CheckedRoute } from '../check.ts';
import { sendFirst, takesKeys } from '../idempotency/keyed.ts';
import { expectReplay } from '../idempotency/replay.ts';
import { openUpload, takesFiles, withForm } from './upload.ts';

const takesKeyedFiles = (checked: CheckedRoute) => takesFiles(checked) && takesKeys(checked);

/** Every form that is sent gets a boundary of its own. */
export const uploadReplay: Check = {
  id: 'uploads.replay',
  holds: 'a repeated upload gets the first answer again, although its boundary is another',
  applies: takesKeyedFiles,
  run: async (stage) => expectReplay(stage, (await openUpload(stage)).draft),
};

export const uploadReused: Check = {
  id: 'uploads.reused',
  holds: 'the key of an upload with another file is 422 idempotency_key_reused',
  applies: takesKeyedFiles,
  async run(stage) {
    const one = await openUpload(stage);
    const { draft } = await sendFirst(stage, one.draft);
    const other = new File([one.file, '\n'], one.file.name, { type: one.file.type });
    const body = changed(one.draft.body, (form) => form.set(one.part, other));
    stage.expectError(
      await stage.send({ ...withForm(one, body), headers: draft.headers }),
      422,
      'idempotency_key_reused',
    );
  },
};
