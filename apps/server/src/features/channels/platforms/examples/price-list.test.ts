import { describePlatform } from '#testing/channels/describe-platform.ts';
import { priceList } from './price-list.ts';

describePlatform(priceList, { settings: { width: 20 }, good: { sku: 'MUG-BLUE', name: 'Blue mug', price: 9.9 } });
