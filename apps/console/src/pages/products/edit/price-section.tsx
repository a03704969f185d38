import { NativeSelect, NumberInput, SimpleGrid, Table } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { dimensionUnits, weightUnits } from '@product-content/contract';
import { Section } from '../../../components/page/page.tsx';
import { useSession } from '../../../session/session.ts';
import { measures, type ProductValues } from './product-values.ts';

const amounts = [
  { name: 'amount', label: 'Price' },
  { name: 'compareAt', label: 'Compare-at price' },
  { name: 'cost', label: 'Cost' },
] as const;

/** Prices by currency, and the currency of `price`. */
export function PriceSection({ form }: { readonly form: UseFormReturnType<ProductValues> }) {
  const { currencies } = useSession().caller.workspace;
  return (
    <Section
      title="Prices"
      actions={
        <NativeSelect
          aria-label="Main currency"
          data={currencies.map((value) => ({ value, label: `Main currency: ${value}` }))}
          {...form.getInputProps('currency')}
        />
      }
    >
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Currency</Table.Th>
              {amounts.map(({ name, label }) => (
                <Table.Th key={name} scope="col">
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {currencies.map((currency) => (
              <Table.Tr key={currency}>
                <Table.Th scope="row">{currency}</Table.Th>
                {amounts.map(({ name, label }) => (
                  <Table.Td key={name}>
                    <NumberInput
                      aria-label={`${label} in ${currency}`}
                      hideControls
                      min={0}
                      decimalScale={4}
                      {...form.getInputProps(`prices.${currency}.${name}`)}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

/** Weight, dimensions and stock. */
export function MeasureSection({ form }: { readonly form: UseFormReturnType<ProductValues> }) {
  const { units } = form.getValues();
  return (
    <Section title="Measures and stock">
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
        {measures.map((measure) => (
          <NumberInput
            key={measure}
            label={`${measure[0]?.toUpperCase()}${measure.slice(1)} (${measure === 'weight' ? units.weight : units.dimension})`}
            min={0}
            hideControls
            {...form.getInputProps(measure)}
          />
        ))}
        <NativeSelect label="Unit of weight" data={[...weightUnits]} {...form.getInputProps('units.weight')} />
        <NativeSelect
          label="Unit of dimensions"
          data={[...dimensionUnits]}
          {...form.getInputProps('units.dimension')}
        />
        <NumberInput label="Stock" allowDecimal={false} hideControls {...form.getInputProps('stock')} />
      </SimpleGrid>
    </Section>
  );
}
