import { toCsv } from './csv-text.ts';
import type { SampleProduct, SampleVariant } from './sample-products.ts';

type Products = readonly SampleProduct[];

const pathOf = ({ category }: SampleProduct, separator: string): string => category.join(separator);

/** Shopify: the first variant is in the row of the product, further variants and images have separate rows. */
export function toShopifyFile(products: Products): string {
  return toCsv(
    products.flatMap((product) => {
      const { code, options, variants, images } = product;
      const rows = Math.max(variants.length, images.length);
      return Array.from({ length: rows }, (_, row) => ({
        Handle: code,
        ...(row === 0 ? shopifyProduct(product) : {}),
        ...shopifyVariant(variants[row], options.length),
        'Image Src': images[row] ?? '',
        'Image Position': row < images.length ? row + 1 : '',
        'Image Alt Text': row === 0 ? `${code} in use` : '',
      }));
    }),
  );
}

function shopifyProduct(product: SampleProduct): Record<string, string> {
  const { name, description, brand, tags, options } = product;
  return {
    Title: name,
    'Body (HTML)': description,
    Vendor: brand,
    'Product Category': pathOf(product, ' > '),
    Type: 'Free text',
    Tags: tags.join(', '),
    Published: 'true',
    'Option1 Name': options[0] ?? 'Title',
    'Option2 Name': options[1] ?? '',
    Status: 'active',
  };
}

function shopifyVariant(variant: SampleVariant | undefined, options: number): Record<string, string | number | null> {
  if (variant === undefined) return {};
  const { sku, values, grams, stock, price, compareAt, gtin } = variant;
  return {
    'Option1 Value': options === 0 ? 'Default Title' : (values[0] ?? ''),
    'Option2 Value': values[1] ?? '',
    'Variant SKU': sku,
    'Variant Grams': grams,
    'Variant Inventory Qty': stock,
    'Variant Price': price,
    'Variant Compare At Price': compareAt,
    'Variant Barcode': `'${gtin}`,
    'Variant Weight Unit': 'kg',
  };
}

/** Magento: variants before their parent, which names them in one cell. */
export function toMagentoFile(products: Products): string {
  return toCsv(
    products.flatMap((product) => (product.options.length === 0 ? magentoSimple(product) : magentoFamily(product))),
  );
}

function magentoProduct(product: SampleProduct): Record<string, string | number> {
  const { name, description } = product;
  return {
    sku: product.code,
    attribute_set_code: 'Default',
    product_type: 'simple',
    categories: `Default Category/${pathOf(product, '/')},Default Category`,
    product_websites: 'base',
    name: name.replace('"', '&quot;'),
    description,
    product_online: 1,
    url_key: product.code,
  };
}

function magentoVariant({ sku, price, stock, grams }: SampleVariant): Record<string, string | number> {
  return { sku, price, qty: stock, weight: grams / 1000 };
}

function packed(names: readonly string[], values: readonly string[]): string[] {
  return names.map((name, index) => `${name.toLowerCase()}=${values[index]}`);
}

function magentoSimple(product: SampleProduct): Record<string, string | number>[] {
  const [variant] = product.variants as [SampleVariant];
  const additional_attributes = `has_options=0,producer=${product.brand.replace('&', '&amp;')}`;
  return [{ ...magentoProduct(product), ...magentoVariant(variant), additional_attributes }];
}

function magentoFamily(product: SampleProduct): Record<string, string | number>[] {
  const { options, variants } = product;
  return [
    ...variants.map((variant) => ({
      ...magentoProduct(product),
      ...magentoVariant(variant),
      url_key: variant.sku.toLowerCase(),
      name: `${product.name}-${variant.values.join('-')}`,
      additional_attributes: ['has_options=0', ...packed(options, variant.values)].join(','),
    })),
    {
      ...magentoProduct(product),
      ...{ product_type: 'configurable', qty: 0 },
      additional_attributes: `has_options=1,producer=${product.brand}`,
      configurable_variations: variants
        .map(({ sku, values }) => [`sku=${sku}`, ...packed(options, values)].join(','))
        .join('|'),
    },
  ];
}

/** WooCommerce: variations name their parent by SKU or by the shop's internal number. */
export function toWooCommerceFile(products: Products): string {
  let id = 10;
  return toCsv(
    products.flatMap((product) => {
      const { code, name, description, brand, tags, images, options, variants } = product;
      const isVariable = options.length > 0;
      const parentId = id++;
      const whole = {
        ...{ ID: parentId, Type: isVariable ? 'variable' : 'simple', SKU: code, Name: name, Published: 1 },
        ...{ 'Visibility in catalog': 'visible', Description: description, Brands: brand },
        Categories: pathOf(
          { ...product, category: product.category.map((part) => part.replaceAll(',', '\\,')) },
          ' > ',
        ),
        ...{ Tags: tags.join(', '), Images: images.join(', '), Parent: '' },
        ...wooOptions(options, isVariable ? options.map((_, at) => wooValues(variants, at)) : []),
      };
      const price = ({ price, compareAt, stock, grams, gtin }: SampleVariant) => ({
        ...{ 'Regular price': compareAt ?? price, Stock: stock, 'Weight (kg)': grams / 1000 },
        'GTIN, UPC, EAN, or ISBN': gtin,
      });
      if (!isVariable) return [{ ...whole, ...price(variants[0] as SampleVariant) }];
      return [
        whole,
        ...variants.map((variant, index) => ({
          ...{
            ID: id++,
            Type: 'variation',
            SKU: variant.sku,
            Name: `${name} - ${variant.values.join(', ')}`,
            Published: 1,
          },
          Parent: index % 2 === 0 ? code : `id:${parentId}`,
          ...wooOptions(options, variant.values),
          ...price(variant),
        })),
      ];
    }),
  );
}

function wooValues(variants: readonly SampleVariant[], at: number): string {
  return [...new Set(variants.map(({ values }) => values[at]))].join(', ');
}

function wooOptions(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    ['0', '1'].flatMap((_, index) => [
      [`Attribute ${index + 1} name`, names[index] ?? ''],
      [`Attribute ${index + 1} value(s)`, values[index] ?? ''],
    ]),
  );
}

/** Vendure: a blank after each comma, and variants in rows without a name. */
export function toVendureFile(products: Products): string {
  const rows = products.flatMap(({ code, name, description, brand, category, options, variants }) =>
    variants.map(({ sku, values, price, stock }, index) => ({
      name: index === 0 ? name : '',
      slug: index === 0 ? code : '',
      description: index === 0 ? description : '',
      assets: '',
      facets: index === 0 ? `category:${category.at(-1)}|brand:${brand}|season:all` : '',
      optionGroups: index === 0 ? options.join('|') : '',
      ...{ optionValues: values.join('|'), sku, price, taxCategory: 'standard', stockOnHand: stock },
      ...{ trackInventory: '', variantAssets: '', variantFacets: '' },
    })),
  );
  return toCsv(rows).replace(/^.*/, (header) => header.replaceAll(',', '   , '));
}

/** Medusa: the columns of the product are repeated in every row. */
export function toMedusaFile(products: Products): string {
  return toCsv(
    products.flatMap(({ code, name, description, tags, images, options, variants }) =>
      variants.map(({ sku, values, price, stock, gtin, grams }) => ({
        ...{
          'Product Id': `prod_${code}`,
          'Product Handle': code,
          'Product Title': name,
          'Product Status': 'published',
        },
        ...{ 'Product Description': description, 'Product Thumbnail': images[0] ?? '' },
        ...{ 'Product Tag 1': tags[0] ?? '', 'Product Tag 2': tags[1] ?? '' },
        ...{
          'Product Image 1': images[0] ?? '',
          'Product Image 2': images[1] ?? '',
          'Product Image 3': images[2] ?? '',
        },
        ...{
          'Variant SKU': sku,
          'Variant Barcode': gtin,
          'Variant Inventory Quantity': stock,
          'Variant Weight': grams,
        },
        ...{
          'Variant Option 1 Name': options[0] ?? 'Default option',
          'Variant Option 1 Value': values[0] ?? 'Default option value',
        },
        ...{ 'Variant Option 2 Name': options[1] ?? '', 'Variant Option 2 Value': values[1] ?? '' },
        ...{ 'Variant Price EUR': price, 'Variant Price USD': price + 1 },
      })),
    ),
  );
}

/**
 * Akeneo: the models of families are in a separate file, texts have languages, measures have a column for their unit.
 */
export function toAkeneoFiles(products: Products): { readonly models: string; readonly products: string } {
  const shared = ({ name, description, brand, category }: SampleProduct) => ({
    categories: [...category.map((part) => part.toLowerCase().replaceAll(/[^a-z]+/g, '_')), 'print'].join(','),
    'name-en_US': name,
    'name-de_DE': `${name} (de)`,
    'description-en_US-ecommerce': description,
    brand,
  });
  const families = products.filter(({ options }) => options.length > 0);
  return {
    models: toCsv(
      families.map((product) => ({ code: product.code, family_variant: 'by_option', parent: '', ...shared(product) })),
      ';',
    ),
    products: toCsv(
      products.flatMap((product) =>
        product.variants.map(({ sku, values, price, gtin, grams }) => ({
          ...{ sku, categories: '', enabled: 1, family: 'all', groups: '' },
          ...(product.options.length === 0 ? shared(product) : { parent: product.code }),
          ...Object.fromEntries(product.options.map((option, at) => [option.toLowerCase(), values[at] ?? ''])),
          ...{ ean: gtin, 'price-EUR': price, weight: grams, 'weight-unit': 'GRAM', 'screen-unit': 'INCH', screen: 5 },
        })),
      ),
      ';',
    ),
  };
}
