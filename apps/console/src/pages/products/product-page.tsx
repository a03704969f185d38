import { Group, Stack, Text } from '@mantine/core';
import type { Product } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DeleteButton } from '../../components/page/delete-button.tsx';
import { ButtonLink, Link } from '../../components/page/link.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { Page } from '../../components/page/page.tsx';
import { Facts } from '../../components/records/facts.tsx';
import { Thumbnail } from '../../components/records/thumbnail.tsx';
import { Meter, Status, Time } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';
import { ProductChannels } from './product-channels.tsx';
import { ProductContent } from './product-content.tsx';
import { StatusMenu } from './status-menu.tsx';
import { ProductVariants } from './variants/product-variants.tsx';
import { VersionList } from './version-list.tsx';

const route = getRouteApi('/products/$idOrSku');

/** One product: its content, what it lacks, its versions, and where it is listed. */
export function ProductPage() {
  const { idOrSku } = route.useParams();
  const mayWrite = useMay('products.patch');
  const mayReadChannels = useMay('channels.ofProduct');
  const product = useRead('products.get', { params: { idOrSku } });
  const shown = product.data?.body.data as Product | undefined;
  const etag = product.data?.etag ?? null;
  return (
    <Page
      title={shown?.name ?? idOrSku}
      parent={<Link to="/products">Products</Link>}
      actions={
        mayWrite &&
        shown !== undefined &&
        etag !== null && (
          <>
            <ButtonLink to="/products/$idOrSku/edit" params={{ idOrSku: shown.sku }}>
              Edit product
            </ButtonLink>
            <StatusMenu shown={{ value: shown, etag }} />
            <DeleteButton
              operation="products.delete"
              input={{ params: { idOrSku: shown.id }, ifMatch: etag }}
              list="/products"
              what={`the product "${shown.sku}"`}
              consequence={lossOf(shown)}
            />
          </>
        )
      }
    >
      <Loaded of={product} lines={6}>
        {({ body }) => {
          const loaded = body.data as Product;
          return (
            <>
              <Summary product={loaded} />
              {loaded.type === 'parent' && <ProductVariants parent={loaded} />}
              <ProductContent product={loaded} />
              {mayReadChannels && <ProductChannels id={loaded.id} />}
              <VersionList product={loaded} etag={etag} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Summary({ product }: { readonly product: Product }) {
  const { id, sku, type, parent, status, version, completeness, completenessDetails, updatedAt, images } = product;
  const missing = completenessDetails?.missing ?? [];
  return (
    <Stack gap="md">
      {images !== null && images !== undefined && images.length > 0 && (
        <Group gap="sm">
          {images.map(({ url, altText }) => (
            <Thumbnail key={url} url={url} alt={altText ?? ''} isLarge />
          ))}
        </Group>
      )}
      <Facts
        facts={[
          { name: 'SKU', value: sku },
          { name: 'Id', value: id },
          {
            name: 'Type',
            value: (
              <>
                {type}
                {parent !== null && (
                  <>
                    {' '}
                    of{' '}
                    <Link to="/products/$idOrSku" params={{ idOrSku: parent.sku }}>
                      {parent.sku}
                    </Link>
                  </>
                )}
              </>
            ),
          },
          { name: 'Status', value: <Status state={status} /> },
          {
            name: 'Version',
            value: (
              <>
                {version}, <Time at={updatedAt} />
              </>
            ),
          },
          {
            name: 'Completeness',
            value: (
              <>
                <Meter label="Completeness" percent={completeness} />
                {missing.length > 0 && (
                  <Text size="sm">
                    Missing:{' '}
                    {missing.map((field, index) => (
                      <Fragment key={field}>
                        {index > 0 && ', '}
                        <Link to="/products/$idOrSku/edit" params={{ idOrSku: sku }} search={{ field }}>
                          {field}
                        </Link>
                      </Fragment>
                    ))}
                  </Text>
                )}
              </>
            ),
          },
        ]}
      />
    </Stack>
  );
}

function lossOf({ type, variantCount = 0 }: Product): string {
  return type === 'parent' && variantCount > 0
    ? `Its ${variantCount === 1 ? 'variant' : `${variantCount} variants`} and its versions are deleted permanently, too.`
    : 'Its versions are deleted permanently, too.';
}
