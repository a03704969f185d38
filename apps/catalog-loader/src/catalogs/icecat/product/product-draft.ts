import type { AttributeValue } from '@product-content/contract';
import type { PlannedProduct, TargetWorkspace } from '../../../load-plan.ts';
import type { PlannedImage } from '../../../source/images.ts';
import { workspaceLocaleOf } from '../../../source/labels.ts';

/** Fields of a product that have a translation. */
export type TextField = 'name' | 'description' | 'shortDescription';

type Translation = NonNullable<NonNullable<PlannedProduct['translations']>[string]>;

/** A product being built. Empty fields are not sent. */
export class ProductDraft {
  readonly attributes: Record<string, AttributeValue> = {};
  readonly images: PlannedImage[] = [];
  readonly prices: Record<string, number> = {};
  readonly #collections = new Set<string>();
  readonly #seo: { title?: string; description?: string } = {};
  readonly #translations: Record<string, Translation> = {};
  readonly #fields: PlannedProduct;
  readonly #workspace: TargetWorkspace;

  constructor(fields: PlannedProduct, workspace: TargetWorkspace) {
    this.#fields = fields;
    this.#workspace = workspace;
  }

  get name(): string | null {
    return this.#fields.name ?? null;
  }

  /** Sets plain fields. */
  set(fields: Partial<PlannedProduct>): void {
    Object.assign(this.#fields, fields);
  }

  /**
   * Sets a text in a foreign locale; null is for a text without a locale.
   *
   * @returns false when the workspace does not have the locale.
   */
  setText(field: TextField, text: string, locale: string | null): boolean {
    return this.#inLocale(locale, (translation) => {
      if (translation === null) this.set({ [field]: text });
      else translation[field] = text;
    });
  }

  addCollection(code: string): void {
    this.#collections.add(code);
  }

  /**
   * Sets a search engine text. @returns false for a locale other than the default one: these texts have no
   * translations.
   */
  setSeo(field: 'title' | 'description', text: string, locale: string | null): boolean {
    const { defaultLocale } = this.#workspace;
    if (locale !== null && workspaceLocaleOf(locale, this.#workspace) !== defaultLocale) return false;
    this.#seo[field] = text;
    return true;
  }

  /** Sets an attribute value in a foreign locale. @returns false when the workspace does not have the locale. */
  setAttribute(code: string, value: AttributeValue, locale: string | null): boolean {
    return this.#inLocale(locale, (translation) => {
      const values = translation === null ? this.attributes : { ...translation.attributes };
      values[code] = value;
      if (translation !== null) translation.attributes = values as Record<string, AttributeValue>;
    });
  }

  toProduct(): PlannedProduct {
    const { attributes, images, prices } = this;
    const collections = [...this.#collections];
    const parts = { attributes, collections, images, prices, seo: this.#seo, translations: this.#translations };
    const filled = Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0);
    return { ...this.#fields, ...Object.fromEntries(filled) };
  }

  #inLocale(foreign: string | null, write: (translation: Translation | null) => void): boolean {
    const { defaultLocale } = this.#workspace;
    const locale = foreign === null ? defaultLocale : workspaceLocaleOf(foreign, this.#workspace);
    if (locale === null) return false;
    if (locale === defaultLocale) write(null);
    else {
      this.#translations[locale] ??= {};
      write(this.#translations[locale]);
    }
    return true;
  }
}
