import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { XIcon } from '@primer/octicons-react';
import type { Collection, Product } from '@product-content/contract';
import { useState } from 'react';
import { toProblem } from '../../api/problem.ts';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { notifyUndo } from '../../components/page/notify.tsx';
import { Section } from '../../components/page/page.tsx';
import { ProblemAlert } from '../../components/page/problem-alert.tsx';
import { SortableList } from '../../components/records/sortable-list.tsx';
import { Thumbnail } from '../../components/records/thumbnail.tsx';
import { useMay } from '../../session/session.ts';

/**
 * The API replaces the products of a collection as a whole, so only collections that fit on one page can be rearranged.
 */
const arrangeable = 250;

/** The products of a collection in order, which people change by dragging. */
export function CollectionProducts({ collection: { id, productCount } }: { readonly collection: Collection }) {
  const mayWrite = useMay('collections.putProducts') && productCount <= arrangeable;
  const products = useRead('collections.products', { params: { idOrCode: id }, query: { limit: arrangeable } });
  return (
    <Section title="Products">
      <Loaded of={products} lines={6}>
        {({ body: { data } }) => (
          <Arrangement key={id} id={id} products={data as readonly Product[]} isDisabled={!mayWrite} />
        )}
      </Loaded>
      {productCount > arrangeable && (
        <Text size="sm" c="dimmed">
          Only the first {arrangeable} of {productCount} are shown. Use an import or the API to reorder them.
        </Text>
      )}
    </Section>
  );
}

interface ArrangementProps {
  readonly id: string;
  readonly products: readonly Product[];
  readonly isDisabled: boolean;
}

function Arrangement({ id, products, isDisabled }: ArrangementProps) {
  const put = useWrite('collections.putProducts', { success: 'Products saved', showsProblem: true });
  const [sku, setSku] = useState('');
  const [saving, setSaving] = useState<readonly string[]>([]);
  const skus = products.map((product) => product.sku);
  // Shows the new order while it is being saved.
  const shown = put.isPending
    ? saving.flatMap((one) => products.find((product) => product.sku === one) ?? [])
    : products;
  const replace = (next: readonly string[], onSuccess = () => {}) => {
    setSaving(next);
    put.mutate({ params: { idOrCode: id }, body: { products: [...next] } }, { onSuccess });
  };
  return (
    <Stack gap="md">
      {put.error && <ProblemAlert problem={toProblem(put.error)} />}
      {shown.length === 0 ? (
        <EmptyState title="The collection is empty." />
      ) : (
        <SortableList
          label="Products of the collection"
          items={shown}
          keyOf={(product) => product.id}
          nameOf={(product) => product.sku}
          onReorder={(next) => replace(next.map((product) => product.sku))}
          isDisabled={isDisabled}
        >
          {(product) => (
            <>
              <Thumbnail url={product.images?.[0]?.url} />
              <div>
                <Link to="/products/$idOrSku" params={{ idOrSku: product.sku }} fw={500}>
                  {product.name ?? product.sku}
                </Link>
                <Text size="xs" c="dimmed">
                  {product.sku}
                </Text>
              </div>
              {!isDisabled && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  ml="auto"
                  aria-label={`Remove ${product.sku}`}
                  onClick={() =>
                    replace(
                      skus.filter((one) => one !== product.sku),
                      () => notifyUndo(`${product.sku} was removed`, async () => replace(skus)),
                    )
                  }
                >
                  <XIcon />
                </ActionIcon>
              )}
            </>
          )}
        </SortableList>
      )}
      {!isDisabled && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const added = sku.trim();
            if (added !== '' && !skus.includes(added)) replace([...skus, added], () => setSku(''));
          }}
        >
          <Group align="flex-end" gap="sm">
            <TextInput
              label="SKU of a product to add"
              value={sku}
              onChange={({ currentTarget }) => setSku(currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={put.isPending}>
              Add product
            </Button>
          </Group>
        </form>
      )}
    </Stack>
  );
}
