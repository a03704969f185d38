import { expect, it } from 'vitest';
import { isReachableFromOutside } from './reachable-url.ts';

it.each([
  ['https://cdn.example.com/mug.jpg', true],
  ['https://8.8.8.8/mug.jpg', true],
  ['https://[2606:4700::1111]/mug.jpg', true],
  ['http://127.0.0.1:3000/mug.jpg', false],
  ['http://localhost:3000/mug.jpg', false],
  ['http://shop.localhost/mug.jpg', false],
  ['http://pim/mug.jpg', false],
  ['https://pim.local/mug.jpg', false],
  ['https://pim.eu.internal./mug.jpg', false],
  ['https://192.168.1.10/mug.jpg', false],
  ['https://[::1]/mug.jpg', false],
  ['https://localhost.example.com/mug.jpg', true],
  ['mug.jpg', false],
])('whether %s can be reached from outside is %s', (url, expected) => {
  expect(isReachableFromOutside(url)).toBe(expected);
});
