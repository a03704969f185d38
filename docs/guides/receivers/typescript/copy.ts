import type { WebhookEvent } from '@contract-kit/webhooks';

export interface Product {
  readonly id: string;
  readonly version: number;
}

/** Products by id. A deleted one stays as a mark: an older event about it may still come. */
export type Copy = Map<string, Product | 'deleted'>;

/** Applies an event. They come in any order, and more than once: what is older than the copy is dropped. */
export function applyEvent(copy: Copy, { type, data }: WebhookEvent): void {
  if (type === 'product.deleted') {
    copy.set((data as { id: string }).id, 'deleted');
  } else if (type.startsWith('product.')) {
    const { product } = data as { product: Product };
    const known = copy.get(product.id);
    if (known !== 'deleted' && !(known && known.version >= product.version)) copy.set(product.id, product);
  }
}
