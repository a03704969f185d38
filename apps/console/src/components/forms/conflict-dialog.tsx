import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { Value } from '../records/values.tsx';

export interface ConflictDialogProps {
  /** The version that was edited. */
  readonly base: object;
  /** The fields of the change. */
  readonly mine: object;
  /** The newest version. */
  readonly theirs: object;
  readonly isPending: boolean;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onClose: () => void;
}

/** Another person has saved the record in the meantime: shows both versions and offers a choice. */
export function ConflictDialog({
  base,
  mine,
  theirs,
  isPending,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: ConflictDialogProps) {
  return (
    <Modal opened onClose={onClose} size="xl" title="Another person has changed this record">
      <Stack gap="md">
        <Text>Your change is not saved yet. Choose which version of these fields to keep.</Text>
        <Table.ScrollContainer minWidth={480}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {['Field', 'Before', 'Yours', 'Theirs'].map((title) => (
                  <Table.Th key={title} scope="col">
                    {title}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {Object.keys(mine).map((field) => (
                <Table.Tr key={field}>
                  <Table.Th scope="row">{field}</Table.Th>
                  {[base, mine, theirs].map((version, index) => (
                    <Table.Td key={index}>
                      <Value value={(version as Readonly<Record<string, unknown>>)[field]} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onTakeTheirs}>
            Discard mine
          </Button>
          <Button onClick={onKeepMine} loading={isPending}>
            Save mine over theirs
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
