import type { Product } from '@product-content/contract';
import { useRead } from '../../../api/use-read.ts';
import { DialogButton } from '../../../components/forms/dialog-button.tsx';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { Link } from '../../../components/page/link.tsx';
import { Section } from '../../../components/page/page.tsx';
import { ProblemOf } from '../../../components/page/problem-alert.tsx';
import { type Column, RecordTable } from '../../../components/records/record-table.tsx';
import { Meter, Nothing, Status } from '../../../components/records/values.tsx';
import { useMay } from '../../../session/session.ts';
import { attributeText } from '../attribute-text.ts';
import { VariantGrid } from './variant-grid.tsx';

/** The variants of a parent, with their axis values and links. */
export function ProductVariants({ parent }: { readonly parent: Product }) {
  const mayWrite = useMay('products.create');
  const read = useRead('products.get', { params: { idOrSku: parent.id }, query: { include: ['variants'] } });
  const definitions = useRead('attributes.list', { query: {} }).data?.body.data ?? [];
  const variants = (read.data?.body.data as Product | undefined)?.variants;
  const axes = parent.variantAxes.map((code) => ({ code, attribute: definitions.find((one) => one.code === code) }));
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
    <DialogButton label="Add variants" dialogSize="xl" variant="default">
      {(close) => <VariantGrid parent={parent} variants={variants ?? []} definitions={definitions} onDone={close} />}
    </DialogButton>
  );
  return (
    <Section title="Variants" actions={button}>
      <ProblemOf query={read} />
      <RecordTable
        label="Variants of the product"
        columns={columns}
        rows={variants}
        keyOf={({ id }) => id}
        empty={<EmptyState title="There are no variants." />}
      />
    </Section>
  );
}
