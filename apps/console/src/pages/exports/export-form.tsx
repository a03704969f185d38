import { download } from '../../asking/download.ts';
import { Form } from '../../parts/form.tsx';
import { go } from '../../route.ts';
import { useSession } from '../../session/session.ts';
import { readSelection, SelectionFields } from './selection-fields.tsx';

/** Makes a file of products: a small one is saved at once, a large one is a job. */
export function ExportForm() {
  const { api } = useSession();
  const make = async (fields: FormData) => {
    const answer = await api.exports.create({ body: readSelection(fields) });
    if (answer.status === 200) await download(answer.body);
    else go(['jobs', answer.body.data.jobId]);
  };
  return (
    <Form submit="Export" onSubmit={make}>
      <SelectionFields />
    </Form>
  );
}
