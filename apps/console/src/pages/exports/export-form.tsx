import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { download } from '../../api/download.ts';
import { useWrite } from '../../api/use-write.ts';
import { Form, stateOf } from '../../components/forms/form.tsx';
import { notifySuccess } from '../../components/page/notify.tsx';
import { everything, toOptions } from './selection.ts';
import { SelectionFields } from './selection-fields.tsx';

/** Exports products to a file: a small one is saved immediately, a large one becomes a job. */
export function ExportForm({ onDone }: { readonly onDone: () => void }) {
  const navigate = useNavigate();
  const form = useForm({ initialValues: { ...everything, fileName: '', zipImages: false } });
  const create = useWrite('exports.create', {
    showsProblem: true,
    onSuccess: async (response) => {
      onDone();
      if (response.status === 200) {
        await download(response.body);
        notifySuccess('The file is saved');
      } else {
        await navigate({ to: '/jobs/$jobId', params: { jobId: response.body.data.jobId } });
      }
    },
  });
  return (
    <Form
      form={form}
      submit="Export products"
      {...stateOf(create)}
      onSubmit={({ fileName, zipImages, ...selection }) =>
        create.mutate({
          body: {
            ...toOptions(selection),
            ...(fileName.trim() !== '' && { fileName: fileName.trim() }),
            ...(zipImages && { zipImages }),
          },
        })
      }
      onCancel={onDone}
    >
      <SelectionFields form={form} />
      <TextInput label="File name" placeholder="products" {...form.getInputProps('fileName')} />
      <Checkbox label="Include images (ZIP file)" {...form.getInputProps('zipImages', { type: 'checkbox' })} />
    </Form>
  );
}
