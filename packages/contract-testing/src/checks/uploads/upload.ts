import type { Draft } from '../../calling/draft.ts';
import { type FormSchema, formSchemaOf } from '../../generating/forms.ts';
import type { Stage } from '../../running/stage.ts';
import type { CheckedRoute } from '../check.ts';

/** A request that uploads. */
export interface Upload {
  readonly draft: Draft & { readonly body: FormData };
  readonly form: FormSchema;
  /** The part that is a file. */
  readonly part: string;
  readonly file: File;
}

export const takesFiles = ({ route }: CheckedRoute) => route.form !== undefined;

/** An upload that succeeds; it is not sent yet. @throws Skip when it has no file. */
export async function openUpload(stage: Stage): Promise<Upload> {
  const { body, ...draft } = await stage.draft({}, 'form');
  const { form, id } = stage.route;
  const found = body instanceof FormData && [...body].find(([, value]) => value instanceof File);
  if (!found || form === undefined) return stage.skip('The upload that succeeds has no file.');
  const [part, file] = found as [string, File];
  return { draft: { ...draft, body: body as FormData }, form: formSchemaOf(form, id), part, file };
}

/** The upload with its form changed. */
export function withForm({ draft }: Upload, body: FormData): Draft {
  return { ...draft, body };
}
