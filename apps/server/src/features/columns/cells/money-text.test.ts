import { describe, expect, it } from 'vitest';
import { createCurrencyFinder, splitMoney } from './money-text.ts';

describe('an amount in a cell', () => {
  it.each([
    ['12.70 EUR', '12.70', 'EUR'],
    ['€ 12,70', '12,70', '€'],
    ['USD 5', '5', 'USD'],
    ['$5', '5', '$'],
    ['-5 kr', '-5', 'kr'],
    ['CHF 1’234.50', '1’234.50', 'CHF'],
    ['1.234,50 €', '1.234,50', '€'],
    ['12.5', '12.5', null],
    [' 12,5 ', '12,5', null],
    ['.5', '.5', null],
    ['$ 5 USD', '$ 5 USD', null],
    ['a lot', 'a lot', null],
    ['', '', null],
  ])('%j is the number %j and the currency %j', (text, number, mark) => {
    expect(splitMoney(text)).toEqual({ number, mark });
  });
});

describe('a currency mark', () => {
  const find = createCurrencyFinder(['EUR', 'USD', 'CAD', 'SEK']);

  it.each([
    ['EUR', ['EUR']],
    ['eur', ['EUR']],
    ['GBP', ['GBP']],
    ['€', ['EUR']],
    ['kr', ['SEK']],
    ['$', ['USD', 'CAD']],
    ['CA$', ['CAD']],
    ['£', []],
    ['pieces', []],
  ])('%j stands for %j', (mark, currencies) => {
    expect(find(mark)).toEqual(currencies);
  });
});
