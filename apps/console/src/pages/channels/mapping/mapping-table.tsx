import { ActionIcon, Button, Code, Group, Modal, Text } from '@mantine/core';
import { PencilIcon, TrashIcon } from '@primer/octicons-react';
import type { Channel, ChannelRecord, MappingEntry } from '@product-content/contract';
import { useState } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { useWrite } from '../../../api/use-write.ts';
import { confirm } from '../../../components/page/confirm.tsx';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { notifyUndo } from '../../../components/page/notify.tsx';
import { Section } from '../../../components/page/page.tsx';
import { type Column, RecordTable } from '../../../components/records/record-table.tsx';
import { Nothing } from '../../../components/records/values.tsx';
import { useMay } from '../../../session/session.ts';
import { MappingEntryForm } from './mapping-entry-form.tsx';
import { writeSource, writeTransform } from './mapping-text.ts';

/** The number of products shown as a preview of the mapping. */
const previewed = 3;

/** The mapping of the platform's fields, and its results for the first products. */
export function MappingTable({ channel }: { readonly channel: Channel }) {
  const { id, mapping } = channel;
  const mayWrite = useMay('channels.patch');
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const records = useRead('channels.products', { params: { id }, query: { limit: previewed } });
  const patch = useWrite('channels.patch');
  const save = (entries: MappingEntry[] | null, onSuccess?: () => void) =>
    patch.mutate({ params: { id }, body: { mapping: entries } }, { onSuccess });
  const remove = (target: string) =>
    save(
      mapping.filter((entry) => entry.target !== target),
      () => notifyUndo(`The field ${target} is removed`, async () => save(mapping)),
    );
  const columns: readonly Column<MappingEntry>[] = [
    {
      id: 'target',
      title: 'Field',
      fixed: true,
      cell: ({ target, required }) => (
        <>
          <Code>{target}</Code>
          {required && (
            <Text size="xs" c="dimmed">
              required
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'source',
      title: 'Source',
      cell: ({ source, default: byDefault }) => (
        <>
          {source.map(writeSource).join(', else ')}
          {byDefault !== undefined && (
            <Text size="xs" c="dimmed">
              default {String(byDefault)}
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'transform',
      title: 'Transformation',
      cell: ({ transform }) => transform?.map(writeTransform).join(' → ') ?? <Nothing />,
    },
    ...(records.data?.body.data ?? []).map((record) => toPreview(record)),
  ];
  const actions: Column<MappingEntry> = {
    id: 'actions',
    title: 'Actions',
    fixed: true,
    cell: ({ target }) => (
      <Group gap="xs" wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Edit ${target}`}
          onClick={() => setEdited(mapping.findIndex((entry) => entry.target === target))}
        >
          <PencilIcon />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${target}`} onClick={() => remove(target)}>
          <TrashIcon />
        </ActionIcon>
      </Group>
    ),
  };
  const close = () => setEdited(null);
  return (
    <Section
      title="Mapping"
      actions={
        mayWrite && (
          <>
            <Button
              variant="default"
              onClick={() =>
                confirm({
                  title: 'Reset the mapping?',
                  consequence: 'Your changes are replaced by the default mapping of the platform.',
                  confirm: 'Reset',
                  onConfirm: () => save(null),
                })
              }
            >
              Reset mapping
            </Button>
            <Button onClick={() => setEdited('new')}>Add field</Button>
          </>
        )
      }
    >
      <RecordTable
        label="Fields of the mapping"
        columns={mayWrite ? [...columns, actions] : columns}
        rows={mapping}
        keyOf={({ target }) => target}
        empty={<EmptyState title="The mapping has no fields." />}
      />
      <Modal
        opened={edited !== null}
        onClose={close}
        size="lg"
        title={edited === 'new' ? 'Add a field' : `Edit ${edited === null ? '' : mapping[edited]?.target}`}
      >
        {edited !== null && <MappingEntryForm channel={channel} index={edited} onDone={close} />}
      </Modal>
    </Section>
  );
}

function toPreview({ productId, sku, values }: ChannelRecord): Column<MappingEntry> {
  return {
    id: `product ${productId}`,
    title: sku,
    cell: ({ target }) => <Preview value={values[target]} />,
  };
}

function Preview({ value }: { readonly value: unknown }) {
  if (value === undefined) return <Nothing />;
  const text = [value]
    .flat()
    .map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one)))
    .join(', ');
  return (
    <Text size="xs" lineClamp={2} className="value" title={text}>
      {text}
    </Text>
  );
}
