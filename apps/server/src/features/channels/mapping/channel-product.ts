import { type LocalizedDocument, localizeProduct, type ProductDocument } from '../../products/index.ts';
import { inheritContent } from './inherit-content.ts';

/** How a channel looks at products. */
export interface ChannelView {
  readonly locale: string;
  readonly defaultLocale: string;
  readonly currency: string;
}

/**
 * A product as a channel sees it: with its parent's content where it has none of its own, in the channel's language and
 * currency. It still is a document, so that it is read by column keys like any other.
 */
export type ChannelProduct = ProductDocument & Pick<LocalizedDocument, 'locale'>;

export function toChannelProduct(
  document: ProductDocument,
  parent: ProductDocument | null,
  { locale, defaultLocale, currency }: ChannelView,
): ChannelProduct {
  const whole = inheritContent(document, parent);
  const localized = localizeProduct(whole, { locale, defaultLocale, isLocalizable: () => false });
  const price = Object.hasOwn(whole.prices, currency) ? (whole.prices[currency]?.amount ?? null) : null;
  const { fallbackFields: _, ...shown } = localized;
  return { ...shown, translations: whole.translations, currency, price };
}
