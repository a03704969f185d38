import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Product } from '@product-content/contract';
import { useRead } from '../../api/use-read.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Section } from '../../components/page/page.tsx';
import { ProblemOf } from '../../components/page/problem-alert.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Meter, Nothing, Status } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';
import { attributeText } from './attribute-text.ts';
import { CreateProduct } from './create-product.tsx';

/** The variants of a parent, with their axis values and links. */
export function ProductVariants({ parent }: { readonly parent: Product }) {
  const mayWrite = useMay('products.create');
  const [isAdding, { open, close }] = useDisclosure();
  const read = useRead('products.get', { params: { idOrSku: parent.id }, query: { include: ['variants'] } });
  const definitions = useRead('attributes.list', { query: {} });
  const axes = parent.variantAxes.map((code) => ({
    code,
    attribute: definitions.data?.body.data.find((one) => one.code === code),
  }));
  const columns: readonly Column<Product>[] = [
    {
      id: 'variant',
      title: 'Variant',
      fixed: true,
      cell: ({ sku }) => (
        <Link to="/products/$idOrSku" params={{ idOrSku: sku }} className="row-link" fw={500}>
          {sku}
        </Link>
      ),
    },
    ...axes.map(({ code, attribute }) => ({
      id: code,
      title: attribute?.label ?? code,
      fixed: true,
      cell: ({ attributes }: Product) => {
        const value = attributes[code];
        return value === undefined ? <Nothing /> : attributeText(attribute, value);
      },
    })),
    { id: 'status', title: 'Status', cell: ({ status }) => <Status state={status} /> },
    {
      id: 'completeness',
      title: 'Completeness',
      cell: ({ sku, completeness }) => <Meter label={`Completeness of ${sku}`} percent={completeness} />,
    },
  ];
  const button = mayWrite && (
    <Button variant="default" onClick={open}>
      Add variant
    </Button>
  );
  return (
    <Section title="Variants" actions={button}>
      <ProblemOf query={read} />
      <RecordTable
        label="Variants of the product"
        columns={columns}
        rows={(read.data?.body.data as Product | undefined)?.variants}
        keyOf={({ id }) => id}
        empty={<EmptyState title="There are no variants." />}
      />
      <CreateProduct parent={parent} isOpen={isAdding} onClose={close} />
    </Section>
  );
}
