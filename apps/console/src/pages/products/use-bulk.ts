import type { Product } from '@product-content/contract';
import type { InputOf } from '../../api/operations.ts';
import { useWrite } from '../../api/use-write.ts';
import { notifyProblem, notifySuccess } from '../../components/page/notify.tsx';

/** `1 product was changed`, `12 products were changed`. */
export const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 product ${one}` : `${count.toLocaleString('en')} products ${many}`;

/**
 * Saves several products in one request, and reports why some of them could not be saved.
 *
 * @param done what happens to a product: `changed`. @param onDone called once the others are saved.
 */
export function useBulk(done: 'changed' | 'added', onDone: () => void) {
  const { mutate, isPending } = useWrite('products.bulk', {
    onSuccess: ({ requestId, body: { data } }) => {
      const { created, updated, failed } = data.summary;
      if (created + updated > 0) notifySuccess(counted(created + updated, `was ${done}`, `were ${done}`));
      if (failed > 0) {
        const fields = data.results.flatMap(({ sku, error }) => (error ? [[sku ?? '', error.message] as const] : []));
        const message = counted(failed, `could not be ${done}`, `could not be ${done}`);
        notifyProblem({ message, fields: Object.fromEntries(fields), requestId });
      }
      onDone();
    },
  });
  const save = (items: readonly Item[]) => mutate({ body: { items: [...items] } });
  return { save, isPending };
}

type Item = Extract<InputOf<'products.bulk'>['body'], { items: unknown }>['items'][number] & Pick<Product, 'sku'>;
