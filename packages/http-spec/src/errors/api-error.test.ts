import { expect, it } from 'vitest';
import { invalidFields } from './api-error.ts';

const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 'Required.']));

it('names up to a hundred fields', () => {
  expect(invalidFields(fields(100))).toMatchObject({
    message: 'The input is invalid.',
    details: { fieldErrors: fields(100) },
  });
});

it('names the first hundred of more fields and says how many are left out', () => {
  expect(invalidFields(fields(1234), 'Not so.')).toMatchObject({
    message: 'Not so. At least 1134 more fields are not listed.',
    details: { fieldErrors: fields(100) },
  });
});
