import { Button, Checkbox, Group, MultiSelect, SimpleGrid, Stack, Table, TagsInput, TextInput } from '@mantine/core';
import { type Attribute, limits, optionTypes, type Product } from '@product-content/contract';
import { useState } from 'react';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { Link } from '../../../components/page/link.tsx';
import { useBulk } from '../use-bulk.ts';

/** The values of a variant in the order of the axes, as text. */
type Combination = readonly string[];

/** The values of an axis that a grid begins with, if no variant has one yet. */
const maxInitialValues = 12;

export interface VariantGridProps {
  readonly parent: Product;
  readonly variants: readonly Product[];
  readonly definitions: readonly Attribute[];
  readonly onDone: () => void;
}

/** The combinations of the axis values: those that exist as links, the missing ones to be added together. */
export function VariantGrid({ parent, variants, definitions, onDone }: VariantGridProps) {
  const axes = parent.variantAxes.flatMap((code) => definitions.find((one) => one.code === code) ?? []);
  const [values, setValues] = useState(() => axes.map((axis) => initialValues(axis, variants)));
  const [skus, setSkus] = useState<ReadonlyMap<string, string>>(new Map());
  const { save, isPending } = useBulk('added', onDone);
  const existing = new Map(
    variants.map(({ sku, attributes }) => [keyOf(axes.map(({ code }) => attributes[code])), sku]),
  );
  const [rows = [], ...others] = values;
  const columns = combine(others);
  const nameOf = (combination: Combination, from = 0) =>
    combination.map((value, index) => labelOf(axes[from + index], value)).join(', ');
  const toggle = (key: string, combination: Combination) => {
    const next = new Map(skus);
    if (!next.delete(key)) next.set(key, [parent.sku, ...combination.map(toSkuPart)].join('-'));
    setSkus(next);
  };
  const add = () =>
    save(
      [...skus].map(([key, sku]) => {
        const attributes = (JSON.parse(key) as Combination).map((value, index) => toEntry(axes[index], value));
        return { sku, type: 'variant', parent: parent.id, attributes: Object.fromEntries(attributes) };
      }),
    );
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {axes.map((axis, index) => {
          const props = {
            label: axis.label,
            value: [...(values[index] ?? [])],
            onChange: (next: string[]) => setValues(values.with(index, next)),
          };
          const data = axis.options.map(({ code, label }) => ({ value: code, label }));
          return optionTypes.includes(axis.type) ? (
            <MultiSelect key={axis.id} searchable data={data} {...props} />
          ) : (
            <TagsInput key={axis.id} {...props} />
          );
        })}
      </SimpleGrid>
      {rows.length === 0 || columns.length === 0 ? (
        <EmptyState title="Choose the values that variants can have." />
      ) : (
        <Table.ScrollContainer minWidth={240}>
          <Table aria-label="Combinations" withColumnBorders>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{axes[0]?.label}</Table.Th>
                {columns.map((column) => (
                  <Table.Th key={keyOf(column)} scope="col">
                    {nameOf(column, 1) || 'Variant'}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row}>
                  <Table.Th scope="row">{nameOf([row])}</Table.Th>
                  {columns.map((column) => {
                    const combination = [row, ...column];
                    const key = keyOf(combination);
                    const sku = existing.get(key);
                    return (
                      <Table.Td key={key}>
                        {sku === undefined ? (
                          <Checkbox
                            aria-label={`Add ${nameOf(combination)}`}
                            checked={skus.has(key)}
                            onChange={() => toggle(key, combination)}
                          />
                        ) : (
                          <Link to="/products/$idOrSku" params={{ idOrSku: sku }}>
                            {sku}
                          </Link>
                        )}
                      </Table.Td>
                    );
                  })}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {[...skus].map(([key, sku]) => (
          <TextInput
            key={key}
            label={`SKU of ${nameOf(JSON.parse(key))}`}
            value={sku}
            onChange={({ currentTarget }) => setSkus(new Map(skus).set(key, currentTarget.value))}
          />
        ))}
      </SimpleGrid>
      <Group justify="flex-end">
        <Button disabled={skus.size === 0 || skus.size > limits.bulkItems} loading={isPending} onClick={add}>
          {skus.size === 1 ? 'Add 1 variant' : `Add ${skus.size} variants`}
        </Button>
      </Group>
    </Stack>
  );
}

/** The values that variants have, in the order of the options, or the first options. */
function initialValues({ code, options }: Attribute, variants: readonly Product[]): Combination {
  const used = new Set(
    variants.flatMap(({ attributes: { [code]: value } }) => (value === undefined ? [] : `${value}`)),
  );
  const codes = options.map((option) => option.code);
  if (used.size === 0) return codes.slice(0, maxInitialValues);
  return codes.length === 0 ? [...used] : codes.filter((one) => used.has(one));
}

/** Every combination of one value of each list. */
function combine(lists: readonly Combination[]): readonly Combination[] {
  return lists.reduce<readonly Combination[]>(
    (combinations, list) => combinations.flatMap((start) => list.map((value) => [...start, value])),
    [[]],
  );
}

const keyOf = (combination: readonly unknown[]) => JSON.stringify(combination.map(String));

const labelOf = (axis: Attribute | undefined, value: string) =>
  axis?.options.find(({ code }) => code === value)?.label ?? value;

const toSkuPart = (value: string) => value.toUpperCase().replace(/[^A-Z0-9]+/g, '_');

/** The attribute of a variant, with a value of its type. */
function toEntry(axis: Attribute | undefined, text: string): readonly [string, string | number | boolean] {
  const isNumber = axis?.type === 'integer' || axis?.type === 'decimal';
  const value = axis?.type === 'boolean' ? text === 'true' : isNumber ? Number(text) : text;
  return [axis?.code ?? '', value];
}
