import { Button, Group, Menu, Text } from '@mantine/core';
import { TriangleDownIcon } from '@primer/octicons-react';
import { type Product, productStatuses, statusMoves } from '@product-content/contract';
import { Status } from '../../components/records/values.tsx';
import { counted, useBulk } from './use-bulk.ts';

export interface BulkStatusProps {
  readonly products: readonly Product[];
  /** Called once the products that could be changed are. */
  readonly onDone: () => void;
}

/** Changes the status of the chosen products in one request, except of those that somebody else has changed meanwhile. */
export function BulkStatus({ products, onDone }: BulkStatusProps) {
  const { save, isPending } = useBulk('changed', onDone);
  const reachable = productStatuses.filter((next) => products.some(({ status }) => statusMoves[status].includes(next)));
  return (
    <Group gap="sm" role="group" aria-label="Chosen products">
      <Text size="sm">{counted(products.length, 'is chosen', 'are chosen')}</Text>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" loading={isPending} rightSection={<TriangleDownIcon />}>
            Change status
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {reachable.map((status) => (
            <Menu.Item
              key={status}
              onClick={() => save(products.map(({ sku, version }) => ({ sku, status, expectedVersion: version })))}
            >
              <Status state={status} />
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
