import { Button, Menu, Stack } from '@mantine/core';
import { TriangleDownIcon } from '@primer/octicons-react';
import { type Product, type ProductStatus, statusMoves } from '@product-content/contract';
import { type Tagged, useSave } from '../../api/use-save.tsx';
import { ProblemAlert } from '../../components/page/problem-alert.tsx';
import { Status } from '../../components/records/values.tsx';
import { useSession } from '../../session/session.ts';

/** Changes the status of a product to one that is allowed. */
export function StatusMenu({ shown }: { readonly shown: Tagged<Product> }) {
  const { api } = useSession();
  const { id, status } = shown.value;
  const params = { idOrSku: id };
  const { save, isPending, problem, dialog } = useSave<Product, { status: ProductStatus }>({
    shown,
    read: async () => {
      const { body, etag } = await api.products.get({ params });
      return { value: body.data as Product, etag: etag ?? '' };
    },
    write: (body, ifMatch) => api.products.patch({ params, body, ifMatch }),
    success: 'Status changed',
  });
  return (
    <Stack gap="sm">
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" loading={isPending} rightSection={<TriangleDownIcon />}>
            Change status
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {statusMoves[status].map((next) => (
            <Menu.Item key={next} onClick={() => void save({ status: next })}>
              <Status state={next} />
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {problem !== null && <ProblemAlert problem={problem} />}
      {dialog}
    </Stack>
  );
}
