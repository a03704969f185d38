import { Button, Group, Menu, Text } from '@mantine/core';
import { TriangleDownIcon } from '@primer/octicons-react';
import { type Product, productStatuses, statusMoves } from '@product-content/contract';
import { useWrite } from '../../api/use-write.ts';
import { notifyProblem, notifySuccess } from '../../components/page/notify.tsx';
import { Status } from '../../components/records/values.tsx';

export interface BulkStatusProps {
  readonly products: readonly Product[];
  /** Called once the products that could be changed are. */
  readonly onDone: () => void;
}

/** Gives the chosen products another status in one request; each stays as it is if somebody has changed it meanwhile. */
export function BulkStatus({ products, onDone }: BulkStatusProps) {
  const change = useWrite('products.bulk', {
    onSuccess: ({ requestId, body: { data } }) => {
      const { updated, failed } = data.summary;
      if (updated > 0) notifySuccess(counted(updated, 'was changed', 'were changed'));
      if (failed > 0) {
        const fields = data.results.flatMap(({ sku, error }) => (error ? [[sku ?? '', error.message] as const] : []));
        notifyProblem({
          message: counted(failed, 'could not be changed', 'could not be changed'),
          fields: Object.fromEntries(fields),
          requestId,
        });
      }
      onDone();
    },
  });
  const reachable = productStatuses.filter((next) => products.some(({ status }) => statusMoves[status].includes(next)));
  return (
    <Group gap="sm" role="group" aria-label="Chosen products">
      <Text size="sm">{counted(products.length, 'is chosen', 'are chosen')}</Text>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" loading={change.isPending} rightSection={<TriangleDownIcon />}>
            Change status
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {reachable.map((status) => (
            <Menu.Item
              key={status}
              onClick={() =>
                change.mutate({
                  body: { items: products.map(({ sku, version }) => ({ sku, status, expectedVersion: version })) },
                })
              }
            >
              <Status state={status} />
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 product ${one}` : `${count.toLocaleString('en')} products ${many}`;
