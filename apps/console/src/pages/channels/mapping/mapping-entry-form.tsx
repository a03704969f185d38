import { Checkbox, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Channel, type MappingEntry, plainTransforms } from '@product-content/contract';
import { type Problem, toProblem } from '../../../api/problem.ts';
import { useColumnKeys } from '../../../api/use-column-keys.ts';
import { useWrite } from '../../../api/use-write.ts';
import { Form } from '../../../components/forms/form.tsx';
import { readSource, readTransform, writeSource, writeTransform } from './mapping-text.ts';

export interface MappingEntryFormProps {
  readonly channel: Pick<Channel, 'id' | 'mapping'>;
  readonly index: number | 'new';
  readonly onDone: () => void;
}

/** Edits the mapping of one field of the platform. The mapping is saved as a whole. */
export function MappingEntryForm({ channel: { id, mapping }, index, onDone }: MappingEntryFormProps) {
  const keys = useColumnKeys();
  const at = index === 'new' ? mapping.length : index;
  const entry = mapping[at];
  const form = useForm({
    initialValues: {
      target: entry?.target ?? '',
      source: entry?.source.map(writeSource) ?? [],
      transform: entry?.transform?.map(writeTransform) ?? [],
      default: entry?.default === undefined ? '' : String(entry.default),
      required: entry?.required ?? false,
    },
  });
  const patch = useWrite('channels.patch', { showsProblem: true, success: 'Mapping saved', onSuccess: onDone });
  return (
    <Form
      form={form}
      submit={index === 'new' ? 'Add field' : 'Save field'}
      isPending={patch.isPending}
      problem={patch.error && toEntryProblem(toProblem(patch.error), at)}
      onSubmit={({ target, source, transform, default: byDefault, required }) => {
        const changed: MappingEntry = {
          target: target.trim(),
          source: source.map(readSource),
          ...(transform.length > 0 && { transform: transform.map(readTransform) }),
          // A default that was not edited keeps its type.
          ...(byDefault !== '' && {
            default: entry !== undefined && byDefault === String(entry.default) ? entry.default : byDefault,
          }),
          ...(required && { required }),
        };
        patch.mutate({ params: { id }, body: { mapping: mapping.toSpliced(at, 1, changed) } });
      }}
      onCancel={onDone}
    >
      <TextInput label="Field of the platform" required {...form.getInputProps('target')} />
      <TagsInput
        label="Source"
        required
        description="Product columns in order of preference, or a fixed value such as = new. The first one with a value is used."
        data={[...keys]}
        splitChars={[]}
        maxDropdownHeight={240}
        {...form.getInputProps('source')}
      />
      <TagsInput
        label="Transformation"
        description="Steps in order, such as stripHtml, truncate 150, prefix New, map {&quot;red&quot;: &quot;rot&quot;}."
        data={[...plainTransforms]}
        splitChars={[]}
        allowDuplicates={false}
        {...form.getInputProps('transform')}
      />
      <TextInput label="Default" description="Used when the source has no value." {...form.getInputProps('default')} />
      <Checkbox
        label="Required: products without it are not ready"
        {...form.getInputProps('required', { type: 'checkbox' })}
      />
    </Form>
  );
}

/** The problem of a mapping, with the fields of one entry under their own names. */
function toEntryProblem({ fields, ...problem }: Problem, index: number): Problem {
  const prefix = `mapping.${index}.`;
  const named = Object.entries(fields).map(([path, message]) => [
    path.startsWith(prefix) ? path.slice(prefix.length) : path,
    message,
  ]);
  return { ...problem, fields: Object.fromEntries(named) };
}
