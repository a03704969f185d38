import { Group, SegmentedControl, Stack, Table, Tabs, Text } from '@mantine/core';
import { type Attribute, associationTypes, type Product } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useRead } from '../../api/use-read.ts';
import { Link } from '../../components/page/link.tsx';
import { Section } from '../../components/page/page.tsx';
import { JsonView } from '../../components/records/code-view.tsx';
import { type Fact, Facts } from '../../components/records/facts.tsx';
import { FormattedText } from '../../components/records/formatted-text.tsx';
import { Nothing, Value } from '../../components/records/values.tsx';
import { useMay, useSession } from '../../session/session.ts';
import { attributeText } from './attribute-text.ts';
import { associationLabels, textFields } from './edit/product-values.ts';
import { contentTabs, type ProductSearch } from './routes.ts';

const route = getRouteApi('/products/$idOrSku');

/** The content of a product: texts by language, attributes by label, prices by currency, and the rest. */
export function ProductContent({ product }: { readonly product: Product }) {
  const { tab = 'texts' } = route.useSearch();
  const show = useShow();
  return (
    <Section title="Content">
      <Tabs value={tab} onChange={(next) => show({ tab: contentTabs.find((one) => one === next) })} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="texts">Texts</Tabs.Tab>
          <Tabs.Tab value="fields">Fields</Tabs.Tab>
          <Tabs.Tab value="json">JSON</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="texts">
          <Texts product={product} />
        </Tabs.Panel>
        <Tabs.Panel value="fields">
          <Stack gap="lg">
            <Fields product={product} />
            <Attributes values={product.attributes} />
            <Prices prices={product.prices} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="json">
          <JsonView what="the product" value={product} />
        </Tabs.Panel>
      </Tabs>
    </Section>
  );
}

/** Changes what of the content is shown, which is in the address. */
function useShow() {
  const navigate = route.useNavigate();
  return (change: ProductSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
}

/** Texts in one language at a time, rendered or as source. */
function Texts({ product }: { readonly product: Product }) {
  const { locales, defaultLocale } = useSession().caller.workspace;
  const { locale: wanted = defaultLocale, source } = route.useSearch();
  const locale = locales.includes(wanted) ? wanted : defaultLocale;
  const show = useShow();
  const texts = locale === defaultLocale ? product : (product.translations[locale] ?? {});
  const facts = textFields.flatMap(({ name, label }): Fact[] => {
    const value = texts[name];
    if (value === undefined || value === null || value.length === 0) return [];
    return [
      {
        name: name === 'bullets' ? 'Selling points' : label,
        value:
          typeof value !== 'string' ? (
            <Value value={value.join('\n')} />
          ) : source === 'yes' ? (
            <Value value={value} />
          ) : (
            <FormattedText source={value} />
          ),
      },
    ];
  });
  return (
    <Stack gap="md">
      <Group gap="sm">
        {locales.length > 1 && (
          <SegmentedControl
            aria-label="Language"
            data={[...locales]}
            value={locale}
            onChange={(next) => show({ locale: next })}
          />
        )}
        <SegmentedControl
          aria-label="Form of the texts"
          data={['rendered', 'source']}
          value={source === 'yes' ? 'source' : 'rendered'}
          onChange={(form) => show({ source: form === 'source' ? 'yes' : undefined })}
        />
      </Group>
      {facts.length === 0 ? <Nothing>There are no texts in this language.</Nothing> : <Facts facts={facts} />}
    </Stack>
  );
}

function Fields({ product }: { readonly product: Product }) {
  const { brand, manufacturer, mpn, gtin, tags, category, collections, stock, units, seo, associations } = product;
  const { weight, length, width, height } = product;
  const size = [length, width, height];
  const facts: readonly Fact[] = [
    { name: 'Brand', value: brand },
    { name: 'Manufacturer', value: manufacturer },
    { name: 'Manufacturer part number (MPN)', value: mpn },
    { name: 'GTIN', value: gtin },
    {
      name: 'Category',
      value: category && (
        <Link to="/categories/$idOrCode" params={{ idOrCode: category.code }}>
          {category.code}
        </Link>
      ),
    },
    {
      name: 'Collections',
      value:
        collections.length === 0
          ? null
          : collections.map(({ id, code }, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                <Link to="/collections/$idOrCode" params={{ idOrCode: code }}>
                  {code}
                </Link>
              </Fragment>
            )),
    },
    { name: 'Tags', value: tags.length === 0 ? null : tags.join(', ') },
    { name: 'Weight', value: weight === null ? null : `${weight} ${units.weight}` },
    {
      name: 'Length × width × height',
      value: size.every((one) => one === null)
        ? null
        : `${size.map((one) => one ?? '–').join(' × ')} ${units.dimension}`,
    },
    { name: 'Stock', value: stock === null ? null : stock.toLocaleString('en') },
    { name: 'URL slug', value: seo.slug },
    { name: 'SEO title', value: seo.title },
    { name: 'SEO description', value: seo.description },
    ...associationTypes.map((type) => {
      const skus = associations[type] ?? [];
      return { name: associationLabels[type], value: skus.length === 0 ? null : <Products skus={skus} /> };
    }),
  ];
  return facts.every(({ value }) => value === null) ? null : <Facts facts={facts} />;
}

function Products({ skus }: { readonly skus: readonly string[] }) {
  return skus.map((sku, index) => (
    <Fragment key={sku}>
      {index > 0 && ', '}
      <Link to="/products/$idOrSku" params={{ idOrSku: sku }}>
        {sku}
      </Link>
    </Fragment>
  ));
}

function Attributes({ values }: { readonly values: Product['attributes'] }) {
  const mayRead = useMay('attributes.list');
  const definitions = useRead('attributes.list', { query: {} }, { enabled: mayRead });
  const byCode = new Map<string, Attribute>(definitions.data?.body.data.map((one) => [one.code, one]));
  const entries = Object.entries(values);
  if (entries.length === 0) return null;
  return (
    <Stack gap="sm">
      <Text fw={600}>Attributes</Text>
      <Facts
        facts={entries.map(([code, value]) => {
          const attribute = byCode.get(code);
          return { name: attribute?.label ?? code, value: attributeText(attribute, value) };
        })}
      />
    </Stack>
  );
}

function Prices({ prices }: { readonly prices: Product['prices'] }) {
  const entries = Object.entries(prices);
  if (entries.length === 0) return null;
  return (
    <Table maw="36rem">
      <Table.Caption>Prices</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {['Currency', 'Price', 'Compare-at price', 'Cost'].map((title) => (
            <Table.Th key={title} scope="col">
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map(([currency, { amount, compareAt, cost }]) => (
          <Table.Tr key={currency}>
            <Table.Th scope="row">{currency}</Table.Th>
            {[amount, compareAt, cost].map((value, index) => (
              <Table.Td key={index} className="numeric">
                {value ?? <Nothing />}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
