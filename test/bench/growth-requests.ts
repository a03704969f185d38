const products = (query: Readonly<Record<string, string>>) => `/products?${new URLSearchParams(query)}`;

const searches = (queries: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  Object.fromEntries(Object.entries(queries).map(([what, query]) => [what, products({ ...query, sort: 'relevance' })]));

const sorts = ['updatedAt', 'createdAt', 'sku', 'name', 'price', 'completeness'].flatMap((field) => [
  `${field}:asc`,
  `${field}:desc`,
]);

/** Paths of GETs on the products of a shop, by what is asked for. */
export const growthRequests = {
  /** The first that people ask for when their products are there. */
  afterLoading: {
    'the first page': '/products',
    'a brand': '/products?brand=Canon',
    'a tag': '/products?tag=t7',
    'a search': '/products?q=hammock',
    facets: '/product-facets?brand=Canon',
  },
  /** Lists that an index has in their order: they read as much in a shop of any size. */
  indexed: {
    'the first page': '/products',
    ...Object.fromEntries(sorts.map((sort) => [`by ${sort}`, products({ sort })])),
    'a status': '/products?status=approved',
    'a brand': '/products?brand=Canon',
    'a category': '/products?category=c5',
    'changed lately': '/products?updated_since=2025-12-31T00:00:00Z',
    'without images': '/products?has_images=false',
    'parents and simple products': '/products?top_level=true',
    'with their variants': '/products?include=variants',
    'ten SKUs': products({ sku: Array.from({ length: 10 }, (_, number) => `ART-0000000${number}`).join() }),
    'status and brand': '/products?status=approved&brand=Lumina',
    'category, by name': '/products?category=c5&sort=name:asc',
  },
  /** The same, where the next page is read by its cursor. */
  continuedIndexed: {
    'the second page, by cursor': '/products',
    'the hundredth page, by cursor': '/products?page=99',
    'the hundredth page by name, by cursor': '/products?sort=name:asc&page=99',
  },
  /**
   * Lists and searches that no index has in their order. They sort what matches or look at products until the page is full:
   * what takes less grows with the shop until the other takes less. A page by its number skips the rows before it.
   */
  bounded: {
    'the hundredth page': '/products?page=100',
    'three categories': '/products?category=c5,c6,c7',
    'a tag': '/products?tag=t7',
    'two tags': '/products?tag=t7,t8',
    'hardly complete': '/products?completeness_max=2',
    'status, brand, by price': '/products?status=approved&brand=Lumina&sort=price:asc',
    'tag, by price backwards': '/products?tag=t7&sort=price:desc',
    'a value of ten products': '/products?attributes.model=m7',
    'a value of a tenth of all': '/products?attributes.color=red',
    'such a value and a status': '/products?attributes.color=red&status=draft',
    'a narrow range': '/products?attributes.weight_min=500&attributes.weight_max=501',
    'half of all by a range': '/products?attributes.weight_min=500',
    'a value and a range': '/products?attributes.color=red&attributes.weight_max=200',
    ...searches({
      'a SKU': { q: 'ART-00000777' },
      'a SKU without separators': { q: 'art00000777' },
      'the start of a SKU': { q: 'art-000007' },
      'the end of a SKU': { q: '00077' },
      'an MPN': { q: 'MP.000153f' },
      'a model': { q: 'XD-777' },
      'a model without separators': { q: 'xd777' },
      'a model in two words': { q: 'xd 777' },
      'the most common word': { q: 'lamp' },
      'a less common word': { q: 'hammock' },
      'part of a word': { q: 'amer' },
      'the start of a word': { q: 'print' },
      'two common words': { q: 'black lamp' },
      'three words': { q: 'canon compact camera' },
      'two less common words': { q: 'reversible hammock' },
      'a common word and a model': { q: 'canon xd-777' },
      'a brand with a typo': { q: 'samsonit reversibel hammock' },
      'a word with a typo': { q: 'tripodd zeis reversibel' },
      'a name in a language': { q: 'leuchte kx', locale: 'de' },
      'a common word and a status': { q: 'black', status: 'archived' },
      'a common word and a brand': { q: 'lamp', brand: 'Canon' },
    }),
    'a search in the default order': '/products?q=hammock',
  },
  continuedBounded: {
    'the second page of a tag, by cursor': '/products?tag=t7',
    'the second page of a search, by cursor': '/products?q=lamp&sort=relevance',
  },
  facets: {
    'facets of ten products': '/product-facets?attributes.model=m7',
    'facets of a brand': '/product-facets?brand=Canon',
    'facets of a search': '/product-facets?q=hammock',
    'facets of all products': '/product-facets',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;
