import type { AttributeValue } from '@product-content/contract';
import type { CatalogSnapshot } from '../../catalog/index.ts';
import type { ProductDocument } from '../state/product-document.ts';

/** A value that only one product may have. */
export interface UniqueValue {
  readonly attributeId: string;
  readonly code: string;
  readonly value: string;
}

/** The comparable form of an attribute value. */
export function uniqueText(value: AttributeValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The values of unique attributes a document has. */
export function uniqueValuesOf(document: Pick<ProductDocument, 'attributes'>, catalog: CatalogSnapshot): UniqueValue[] {
  return Object.entries(document.attributes).flatMap(([code, value]) => {
    const definition = catalog.attribute(code);
    return definition?.unique ? [{ attributeId: definition.id, code, value: uniqueText(value) }] : [];
  });
}

/** Which product holds which value of a unique attribute, as far as a unit of work needs it. */
export class UniqueValueRegister {
  readonly #holders = new Map<string, string>();

  holder({ attributeId, value }: Pick<UniqueValue, 'attributeId' | 'value'>): string | undefined {
    return this.#holders.get(`${attributeId}\n${value}`);
  }

  claim({ attributeId, value }: Pick<UniqueValue, 'attributeId' | 'value'>, productId: string): void {
    this.#holders.set(`${attributeId}\n${value}`, productId);
  }

  release(value: Pick<UniqueValue, 'attributeId' | 'value'>, productId: string): void {
    if (this.holder(value) === productId) this.#holders.delete(`${value.attributeId}\n${value.value}`);
  }
}
