import { Group, Image, Stack, Tabs, Text } from '@mantine/core';
import type { Product } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useRead } from '../../api/use-read.ts';
import { JsonView } from '../../components/code-view.tsx';
import { Facts } from '../../components/facts.tsx';
import { ButtonLink, Link } from '../../components/link.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page, Section } from '../../components/page.tsx';
import { Meter, Nothing, Status, Time, Value } from '../../components/values.tsx';
import { useMay } from '../../session/session.ts';
import { ProductChannels } from './product-channels.tsx';
import { StatusMenu } from './status-menu.tsx';
import { VersionList } from './version-list.tsx';

const route = getRouteApi('/products/$idOrSku');

/** One product: what it holds, what it lacks, its versions, and where it is listed. */
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
              <Content product={loaded} />
              {mayReadChannels && <ProductChannels id={loaded.id} />}
              <VersionList id={loaded.id} />
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
            <Image
              key={url}
              src={url}
              alt={altText ?? ''}
              h={96}
              w={96}
              fit="contain"
              className="picture"
              loading="lazy"
            />
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

/** Shown in the summary. */
const summarized: ReadonlySet<string> = new Set([
  ...['id', 'sku', 'type', 'parent', 'status', 'version', 'name', 'images'],
  ...['completeness', 'completenessDetails', 'createdAt', 'updatedAt'],
]);

function Content({ product }: { readonly product: Product }) {
  const fields = Object.entries(product).filter(([name, value]) => !summarized.has(name) && !isEmpty(value));
  return (
    <Section title="Content">
      <Tabs defaultValue="fields" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="fields">Fields</Tabs.Tab>
          <Tabs.Tab value="json">JSON</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="fields">
          {fields.length === 0 ? (
            <Nothing>No field has a value yet.</Nothing>
          ) : (
            <Facts facts={fields.map(([name, value]) => ({ name, value: <Value value={value} /> }))} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="json">
          <JsonView what="the product" value={product} />
        </Tabs.Panel>
      </Tabs>
    </Section>
  );
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.values(value).every((part) => part === null);
}
