/** The format of a field's value. */
export type GoogleForm =
  | { readonly kind: 'text' }
  | { readonly kind: 'word'; readonly pattern: RegExp; readonly says: string }
  | { readonly kind: 'url' }
  | { readonly kind: 'price' }
  | { readonly kind: 'gtin' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'availability' }
  | { readonly kind: 'integer'; readonly min: number }
  | { readonly kind: 'measure'; readonly units: readonly string[] }
  | { readonly kind: 'time'; readonly range: boolean };

/** One attribute of the product data specification. */
export interface GoogleField {
  readonly form: GoogleForm;
  /** Maximum length of one value, in characters. */
  readonly max?: number;
  /** A value that is too long is cut with a warning, as Google does; without this, it is an error. */
  readonly cut?: boolean;
  readonly required?: boolean;
  /** Maximum number of values; without it, a field has one value. */
  readonly repeats?: number;
}

const text: GoogleForm = { kind: 'text' };
const url: GoogleForm = { kind: 'url' };
const price: GoogleForm = { kind: 'price' };
const yesNo: GoogleForm = { kind: 'choice', values: ['yes', 'no'] };
const choice = (...values: string[]): GoogleForm => ({ kind: 'choice', values });
const measure = (...units: string[]): GoogleForm => ({ kind: 'measure', units });
const instant: GoogleForm = { kind: 'time', range: false };
const period: GoogleForm = { kind: 'time', range: true };
const length = measure('cm', 'in');
const weight = measure('lb', 'oz', 'g', 'kg');
const energyClass = choice('A+++', 'A++', 'A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G');
const country: GoogleForm = { kind: 'word', pattern: /^[A-Z]{2}$/, says: 'a country code such as DE' };
const unitPricing: GoogleForm = {
  kind: 'word',
  pattern: /^\d+(\.\d+)? ?(oz|lb|mg|g|kg|floz|pt|qt|gal|ml|cl|l|cbm|in|ft|yd|cm|m|sqft|sqm|ct)$/,
  says: 'a number and a unit such as 750 ml',
};
const label = { form: text, max: 100, cut: true } as const;

/**
 * Attributes of Google's product data specification (https://support.google.com/merchants/answer/7052112) that a feed
 * can express as one value or a list of values, with the formats and lengths it specifies. Composite attributes
 * (`shipping`, `installment`, `product_detail`, …) are left to settings in Merchant Center.
 */
export const googleFields = {
  // Basic product data
  id: {
    form: { kind: 'word', pattern: /^\S+(?: \S+)*$/, says: 'text without leading or trailing spaces' },
    max: 50,
    required: true,
  },
  title: { form: text, max: 150, cut: true, required: true },
  description: { form: text, max: 5000, cut: true, required: true },
  link: { form: url, max: 2000, required: true },
  image_link: { form: url, max: 2000, required: true },
  additional_image_link: { form: url, max: 2000, repeats: 10 },
  lifestyle_image_link: { form: url, max: 2000 },
  mobile_link: { form: url, max: 2000 },
  canonical_link: { form: url, max: 2000 },
  // Price and availability
  availability: { form: { kind: 'availability' }, required: true },
  availability_date: { form: instant, max: 25 },
  cost_of_goods_sold: { form: price },
  expiration_date: { form: instant, max: 25 },
  price: { form: price, required: true },
  sale_price: { form: price },
  sale_price_effective_date: { form: period, max: 51 },
  unit_pricing_measure: { form: unitPricing },
  unit_pricing_base_measure: { form: unitPricing },
  // Product category
  google_product_category: { form: text, max: 750 },
  product_type: { form: text, max: 750, cut: true, repeats: 5 },
  // Product identifiers
  brand: { form: text, max: 70, cut: true },
  gtin: { form: { kind: 'gtin' }, max: 50 },
  mpn: { form: text, max: 70 },
  identifier_exists: { form: yesNo },
  // Detailed product description
  condition: { form: choice('new', 'refurbished', 'used') },
  adult: { form: yesNo },
  multipack: { form: { kind: 'integer', min: 2 } },
  is_bundle: { form: yesNo },
  energy_efficiency_class: { form: energyClass },
  min_energy_efficiency_class: { form: energyClass },
  max_energy_efficiency_class: { form: energyClass },
  age_group: { form: choice('newborn', 'infant', 'toddler', 'kids', 'adult') },
  color: { form: text, max: 100, cut: true },
  gender: { form: choice('male', 'female', 'unisex') },
  material: { form: text, max: 200, cut: true },
  pattern: { form: text, max: 100, cut: true },
  size: { form: text, max: 100, cut: true },
  size_type: { form: choice('regular', 'petite', 'maternity', 'big', 'tall', 'plus'), repeats: 2 },
  size_system: { form: choice('US', 'UK', 'EU', 'DE', 'FR', 'JP', 'CN', 'IT', 'BR', 'MEX', 'AU') },
  item_group_id: { form: text, max: 50 },
  product_length: { form: length },
  product_width: { form: length },
  product_height: { form: length },
  product_weight: { form: weight },
  product_highlight: { form: text, max: 150, cut: true, repeats: 100 },
  // Shopping campaigns and other configurations
  ads_redirect: { form: url, max: 2000 },
  custom_label_0: label,
  custom_label_1: label,
  custom_label_2: label,
  custom_label_3: label,
  custom_label_4: label,
  promotion_id: { form: text, max: 50, repeats: 10 },
  // Marketplaces, destinations, shipping
  external_seller_id: {
    form: { kind: 'word', pattern: /^[A-Za-z0-9_.-]{1,50}$/, says: 'letters, digits, "_", "." or "-"' },
    max: 50,
  },
  excluded_destination: { form: text, repeats: 10 },
  included_destination: { form: text, repeats: 10 },
  shopping_ads_excluded_country: { form: country, repeats: 100 },
  pause: { form: choice('ads') },
  shipping_label: { form: text, max: 100, cut: true },
  shipping_weight: { form: weight },
  shipping_length: { form: length },
  shipping_width: { form: length },
  shipping_height: { form: length },
  ships_from_country: { form: country },
  max_handling_time: { form: { kind: 'integer', min: 0 } },
  min_handling_time: { form: { kind: 'integer', min: 0 } },
  transit_time_label: { form: text, max: 100, cut: true },
  tax_category: { form: text, max: 100 },
} as const satisfies Readonly<Record<string, GoogleField>>;

export type GoogleFieldName = keyof typeof googleFields;

/** The fields in the order of the specification, as plain descriptions. */
export const googleFieldEntries = Object.entries(googleFields) as readonly (readonly [GoogleFieldName, GoogleField])[];
