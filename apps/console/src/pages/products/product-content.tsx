import type { Product } from '@product-content/contract';
import { Entry } from '../../components/values.tsx';

/** Shown elsewhere on the page. */
const elsewhere: ReadonlySet<string> = new Set([
  ...['id', 'sku', 'type', 'parent', 'status', 'version', 'name'],
  ...['completeness', 'completenessDetails', 'createdAt', 'updatedAt'],
]);

/** Every field of a product that holds something. */
export function ProductContent({ product }: { product: Product }) {
  const fields = Object.entries(product).filter(([name, value]) => !elsewhere.has(name) && !isEmpty(value));
  return (
    <>
      <h2>Content</h2>
      <dl>
        {fields.map(([name, value]) => (
          <Entry key={name} name={name} value={value} />
        ))}
      </dl>
    </>
  );
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.values(value).every((part) => part === null);
}
