import { createAll, type Preset } from './preset.ts';

/** The goods of a CommerceML exchange: `import.xml`, or the archive in which `offers.xml` comes with it. */
export const commerceml: Preset = {
  title: 'CommerceML goods',
  recognition: { columns: ['Ид', 'Наименование'], itemPaths: ['КоммерческаяИнформация.Каталог.Товары.Товар'] },
  mapping: {
    Ид: 'sku',
    Наименование: 'name',
    Описание: 'description',
    Артикул: 'mpn',
    Штрихкод: 'gtin',
    Количество: 'stock',
    'Изготовитель.Наименование': 'brand',
  },
  relativeImages: { Картинка: 'images' },
  settings: { createMissing: createAll },
  transform: 'commerceml_goods',
};

/** The prices and stock of the same goods: `offers.xml`. */
export const commercemlOfferFile: Preset = {
  title: 'CommerceML offers',
  recognition: {
    columns: ['Ид'],
    itemPaths: ['КоммерческаяИнформация.ПакетПредложений.Предложения.Предложение'],
  },
  mapping: { Ид: 'sku', Наименование: 'name', Количество: 'stock', Штрихкод: 'gtin' },
  settings: { createMissing: createAll },
  transform: 'commerceml_offers',
};
