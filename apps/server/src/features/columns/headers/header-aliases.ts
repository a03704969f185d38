/**
 * Names of product fields in other systems, folded: lower case, with nothing between words. The first one wins when a
 * file has several of them.
 */
const names: Readonly<Record<string, readonly string[]>> = {
  sku: [
    ...['productsku', 'itemsku', 'articlenumber', 'articleno', 'itemnumber', 'itemno', 'productnumber'],
    ...['productcode', 'artikelnummer', 'artnr', 'artikelnr', 'reference', 'identifier'],
  ],
  type: ['producttypecode'],
  parent: ['parentsku', 'parentid', 'parentcode', 'itemgroupid', 'productmodel', 'parentproduct'],
  variantAxes: ['axes', 'variationtheme', 'configurableattributes'],
  name: ['title', 'productname', 'producttitle', 'itemname', 'produktname', 'bezeichnung', 'titel', 'nom'],
  description: [
    ...['longdescription', 'productdescription', 'body', 'descriptionhtml'],
    ...['beschreibung', 'langtext', 'descriptionlong'],
  ],
  shortDescription: ['summary', 'shorttext', 'kurzbeschreibung', 'kurztext', 'excerpt', 'subtitle'],
  bullets: ['bulletpoints', 'bulletpoint', 'bullet', 'features', 'keyfeatures', 'producthighlight', 'highlights'],
  tags: ['tag', 'keywords', 'keyword', 'schlagworte', 'labels'],
  brand: ['brandname', 'brands', 'marke', 'marque', 'vendor'],
  manufacturer: ['manufacturername', 'hersteller', 'fabricant', 'supplier'],
  mpn: ['manufacturerpartnumber', 'partnumber', 'mfrpartnumber', 'herstellernummer'],
  gtin: [...['ean', 'ean13', 'ean8', 'upc', 'upca', 'gtin8', 'gtin12', 'gtin13', 'gtin14', 'isbn', 'jan', 'barcode']],
  category: ['categories', 'productcategory', 'categorycode', 'kategorie', 'producttype', 'googleproductcategory'],
  collections: ['collection', 'collectioncode', 'collectioncodes'],
  status: ['productstatus', 'state'],
  currency: ['currencycode', 'pricecurrency', 'waehrung', 'währung'],
  price: ['regularprice', 'unitprice', 'preis', 'prix', 'listprice', 'saleprice', 'amount'],
  'price.compareAt': ['compareatprice', 'compareat', 'msrp', 'rrp', 'uvp'],
  'price.cost': ['cost', 'costprice', 'costperitem', 'purchaseprice', 'einkaufspreis'],
  'units.weight': ['weightunit'],
  'units.dimension': ['dimensionunit', 'lengthunit', 'dimensionsunit'],
  weight: ['itemweight', 'productweight', 'shippingweight', 'gewicht', 'poids'],
  length: ['itemlength', 'productlength', 'depth', 'laenge', 'länge'],
  width: ['itemwidth', 'productwidth', 'breite'],
  height: ['itemheight', 'productheight', 'hoehe', 'höhe'],
  stock: ['quantity', 'qty', 'inventory', 'stockquantity', 'stockqty', 'inventoryquantity', 'bestand'],
  images: [
    ...['image', 'imagelink', 'imageurl', 'imageurls', 'imagesrc', 'imgurl', 'picture', 'pictures', 'picturelink'],
    ...['additionalimagelink', 'additionalimages', 'mainimage', 'baseimage', 'bild', 'bilder', 'imagesurl', 'photo'],
  ],
  'seo.title': ['metatitle', 'seotitle', 'pagetitle'],
  'seo.description': ['metadescription', 'seodescription'],
  'seo.slug': ['slug', 'urlkey', 'handle', 'permalink', 'seoslug'],
  'associations.upsell': ['upsell', 'upsells', 'upsellproducts', 'upsellskus'],
  'associations.crossSell': ['crosssell', 'crosssells', 'xsellproducts', 'crosssellproducts', 'crosssellskus'],
  'associations.substitute': ['substitute', 'substitutes', 'substitutionproducts', 'substituteproducts'],
  'associations.pack': ['pack', 'packproducts', 'packskus'],
};

const keys = new Map(
  Object.entries(names).flatMap(([key, aliases]) =>
    aliases.map((alias, at) => [alias, { key, rank: at + 1 }] as const),
  ),
);

/** The key for another system's name; the keys `price.compareAt` and `price.cost` still lack a currency. */
export function aliasOf(folded: string): { readonly key: string; readonly rank: number } | null {
  return keys.get(folded) ?? null;
}

/** Folds `Image_Link` and `imageLink` to `imagelink`. */
export function foldHeader(header: string): string {
  return header.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
