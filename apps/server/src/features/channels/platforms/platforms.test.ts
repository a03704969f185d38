import { channelPlatforms, channelSettings } from '@product-content/contract';
import { expect, it } from 'vitest';
import { describePlatform } from '#testing/channels/describe-platform.ts';
import { priceList } from '#testing/channels/price-list.ts';
import { csvFeed } from './csv-feed.ts';
import { googleMerchant } from './google-merchant.ts';
import { jsonFeed } from './json-feed.ts';
import { createPlatforms } from './platforms.ts';

const platforms = createPlatforms({ post: async () => ({ status: 200, body: '', retryAfterSeconds: null }) });
const mug = { sku: 'MUG', name: 'Mug', images: ['https://a.example/1.jpg'] };

describePlatform(csvFeed, { settings: channelSettings.csv_feed.parse({}), good: mug });
describePlatform(jsonFeed, { settings: channelSettings.json_feed.parse({}), good: mug });
describePlatform(platforms.http, { settings: channelSettings.http.parse({ url: 'https://a.example/' }), good: mug });
describePlatform(priceList, { settings: { width: 20 }, good: { sku: 'MUG-BLUE', name: 'Blue mug', price: 9.9 } });
describePlatform(googleMerchant, {
  settings: channelSettings.google_merchant.parse({ productUrl: 'https://shop.example.com/p/{sku}' }),
  good: {
    id: 'MUG',
    title: 'Mug',
    description: 'A mug.',
    link: 'https://shop.example.com/p/MUG',
    image_link: 'https://shop.example.com/mug.jpg',
    availability: 'in_stock',
    price: 9.9,
  },
});

it('has each platform under its name', () => {
  expect(channelPlatforms.map((name) => platforms[name].name)).toEqual([...channelPlatforms]);
});
