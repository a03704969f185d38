import { element } from './csv-text.ts';
import type { SampleProduct, SampleVariant } from './sample-products.ts';

type Products = readonly SampleProduct[];

const googleNamespace = { 'xmlns:g': 'http://base.google.com/ns/1.0' };

/** The attributes of Google's product data, in order; a family is only recognizable by its `item_group_id`. */
function googleItems(products: Products): (readonly (readonly [name: string, value: string])[])[] {
  return products.flatMap((product) =>
    product.variants.map((variant) => {
      const { code, name, description, brand, category, images, options } = product;
      const [image = '', ...more] = images;
      return [
        ['id', variant.sku],
        ['title', name],
        ['description', description],
        ['link', `https://shop.example.com/${variant.sku}`],
        ['image_link', image],
        ...more.map((url) => ['additional_image_link', url] as const),
        ['availability', variant.stock > 0 ? 'in_stock' : 'out_of_stock'],
        ['price', `${variant.price.toFixed(2)} EUR`],
        ['product_type', category.join(' > ')],
        ['brand', brand],
        ['gtin', variant.gtin],
        ['condition', 'new'],
        ...(options.length > 0 ? [['item_group_id', code] as const] : []),
        ...options.map((option, at) => [option.toLowerCase(), variant.values[at] ?? ''] as const),
      ];
    }),
  );
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';

export function toGoogleRss(products: Products): string {
  const items = googleItems(products).map((item) =>
    element(
      'item',
      item.map(([name, value]) => element(`g:${name}`, value)),
    ),
  );
  const channel = element('channel', [element('title', 'Shop'), element('link', 'https://x.example.com'), ...items]);
  return head + element('rss', [channel], { version: '2.0', ...googleNamespace });
}

/** In Atom, texts have the element names of Atom. */
export function toGoogleAtom(products: Products): string {
  const own = new Set(['title', 'link']);
  const entries = googleItems(products).map((item) =>
    element(
      'entry',
      item.map(([name, value]) => element(own.has(name) ? name : `g:${name}`, value)),
    ),
  );
  return (
    head +
    element('feed', [element('title', 'Shop'), ...entries], {
      xmlns: 'http://www.w3.org/2005/Atom',
      ...googleNamespace,
    })
  );
}

/** Values of one attribute are separated by commas. */
export function toGoogleTsv(products: Products): string {
  const items = googleItems(products).map((item) => Map.groupBy(item, ([name]) => name));
  const columns = [...new Set(items.flatMap((item) => [...item.keys()]))];
  const cell = (text: string) => (text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = items.map((item) =>
    columns
      .map((name) => cell((item.get(name) ?? []).map(([, value]) => value.replaceAll(/\s+/g, ' ')).join(',')))
      .join('\t'),
  );
  return `${[columns.join('\t'), ...lines].join('\n')}\n`;
}

/** YML with a tree of categories, parameters with units, a group for each family, and a missing DTD. */
export function toYmlFile(products: Products): string {
  const ids = new Map<string, string>();
  const categories: string[] = [];
  const categoryOf = (path: readonly string[]): string => {
    const known = ids.get(path.join('/'));
    if (path.length === 0 || known !== undefined) return known ?? '';
    const parentId = categoryOf(path.slice(0, -1));
    const id = String(ids.size + 1);
    ids.set(path.join('/'), id);
    categories.push(element('category', path.at(-1) as string, { id, ...(parentId !== '' && { parentId }) }));
    return id;
  };
  const offers = products.flatMap((product) => {
    const categoryId = categoryOf(product.category);
    return product.variants.map((variant) => ymlOffer(product, variant, categoryId));
  });
  const shop = [element('name', 'Shop'), element('categories', categories), element('offers', offers)];
  return `${head}<!DOCTYPE yml_catalog SYSTEM "shops.dtd">\n${element('yml_catalog', [element('shop', shop)], { date: '2026-01-31 12:00' })}`;
}

function ymlOffer(product: SampleProduct, variant: SampleVariant, categoryId: string): string {
  const { code, name, description, brand, images, options } = product;
  const { sku, values, price, compareAt, stock, gtin, grams } = variant;
  return element(
    'offer',
    [
      element('name', name),
      element('price', String(price)),
      ...(compareAt === null ? [] : [element('oldprice', String(compareAt))]),
      ...[element('currencyId', 'EUR'), element('categoryId', categoryId), element('vendor', brand)],
      ...images.map((url) => element('picture', url)),
      `<description><![CDATA[${description}]]></description>`,
      ...[element('barcode', gtin), element('weight', String(grams / 1000)), element('dimensions', '20/10.5/5')],
      ...options.map((option, at) => element('param', values[at] ?? '', { name: option })),
      element('param', '12', { name: 'Warranty', unit: 'months' }),
      element('outlets', [
        element('outlet', '', { id: 1, instock: stock }),
        element('outlet', '', { id: 2, instock: 1 }),
      ]),
    ],
    { id: sku, available: 'true', ...(options.length > 0 && { group_id: code }) },
  );
}

/** CommerceML: goods in one file, their prices and stock in another, variants as `id#characteristic`. */
export function toCommerceMlFiles(products: Products): { readonly goods: string; readonly offers: string } {
  const roots = [...new Set(products.map(({ category }) => category[0] as string))];
  const groupId = (path: readonly string[]) => `group-${path.join('-').length}-${path.at(-1)?.length}`;
  const groups = roots.map((root) => {
    const below = products.filter(({ category }) => category[0] === root && category.length > 1);
    const inner = below.map(({ category }) =>
      element('Группа', [element('Ид', groupId(category)), element('Наименование', category.at(-1) as string)]),
    );
    const own = [element('Ид', groupId([root])), element('Наименование', root)];
    return element('Группа', inner.length === 0 ? own : [...own, element('Группы', inner)]);
  });
  const goods = products.map(({ code, name, description, brand, category }) =>
    element('Товар', [
      ...[element('Ид', code), element('Артикул', `ART-${code}`), element('Наименование', name)],
      element('Группы', [element('Ид', groupId(category))]),
      element('Описание', description),
      element('Изготовитель', [element('Ид', '1'), element('Наименование', brand)]),
      element('ЗначенияРеквизитов', [
        element('ЗначениеРеквизита', [element('Наименование', 'Материал'), element('Значение', 'any')]),
      ]),
    ]),
  );
  const offers = products.flatMap(({ code, name, options, variants }) =>
    variants.map(({ values, price, stock }) =>
      element('Предложение', [
        element('Ид', options.length === 0 ? code : `${code}#${values.join('-')}`),
        element('Наименование', name),
        ...(options.length === 0
          ? []
          : [
              element(
                'ХарактеристикиТовара',
                options.map((option, at) =>
                  element('ХарактеристикаТовара', [
                    element('Наименование', option),
                    element('Значение', values[at] ?? ''),
                  ]),
                ),
              ),
            ]),
        element('Цены', [element('Цена', [element('ЦенаЗаЕдиницу', String(price)), element('Валюта', 'EUR')])]),
        element('Количество', String(stock)),
      ]),
    ),
  );
  const root = 'КоммерческаяИнформация';
  const catalog = element('Каталог', [element('Ид', '1'), element('Товары', goods)]);
  const packet = element('ПакетПредложений', [element('Ид', '1'), element('Предложения', offers)]);
  return {
    goods: head + element(root, [element('Классификатор', [element('Ид', '1'), element('Группы', groups)]), catalog]),
    offers: head + element(root, [packet], { ВерсияСхемы: '2.08' }),
  };
}
