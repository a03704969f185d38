import { type ExportFormat, exportFormats, type ProductStatus, productStatuses } from '@product-content/contract';
import { CheckboxGroup, SelectField, TextField } from '../../components/field.tsx';

const statuses = productStatuses.map((status) => ({ value: status, label: status.replaceAll('_', ' ') }));

/** Which products a file has, and how. */
export function SelectionFields() {
  return (
    <>
      <SelectField name="format" label="Format">
        {exportFormats.map((format) => (
          <option key={format} value={format}>
            {format.toUpperCase()}
          </option>
        ))}
      </SelectField>
      <CheckboxGroup
        name="filter.status"
        label="Status"
        options={statuses}
        hint="None chosen: products of any status."
      />
      <TextField name="filter.category" label="Categories" hint="Codes, comma separated. Empty: all products." />
      <TextField
        name="columns"
        label="Columns"
        placeholder="sku, name, prices.EUR"
        hint="Column keys, comma separated. Empty: every column in which a product has a value."
      />
    </>
  );
}

/** What was entered, as the API takes it. */
export function readSelection(fields: FormData) {
  const columns = list(fields.get('columns'));
  const category = list(fields.get('filter.category'));
  const status = fields.getAll('filter.status') as ProductStatus[];
  return {
    format: fields.get('format') as ExportFormat,
    filter: { ...(status.length > 0 && { status }), ...(category.length > 0 && { category }) },
    ...(columns.length > 0 && { columns }),
  };
}

function list(entered: FormDataEntryValue | null): string[] {
  return String(entered ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
