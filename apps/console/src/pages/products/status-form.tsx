import { type Product, type ProductStatus, statusMoves } from '@product-content/contract';
import { SelectField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { useSession } from '../../session/session.ts';

export interface StatusFormProps {
  readonly product: Product;
  /** Of the version that is shown: a change made meanwhile by another is not overwritten. */
  readonly etag: string;
  readonly onChanged: () => void;
}

/** Gives a product another status, of those it may go to. */
export function StatusForm({ product: { id, status }, etag, onChanged }: StatusFormProps) {
  const { api } = useSession();
  const change = async (fields: FormData) => {
    const wanted = fields.get('status') as ProductStatus;
    await api.products.patch({ params: { idOrSku: id }, ifMatch: etag, body: { status: wanted } });
    onChanged();
  };
  return (
    <Form submit="Change status" onSubmit={change}>
      <SelectField name="status" label="Next status">
        {statusMoves[status].map((one) => (
          <option key={one} value={one}>
            {one.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
    </Form>
  );
}
