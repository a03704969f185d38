import { z } from 'zod';

/** Something that a successful request did not do. */
export const WarningSchema = z
  .object({
    code: z.string().describe('Stable, machine-readable.'),
    field: z.string().describe('Dotted path of the field it is about.'),
    message: z.string().describe('For people; its wording may change.'),
  })
  .meta({
    id: 'Warning',
    description: 'A problem that stopped nothing.',
    examples: [
      {
        code: 'not_restored',
        field: 'prices.CHF',
        message: 'Must be one of the workspace’s currencies: EUR, USD.',
      },
    ],
  });

export type Warning = z.output<typeof WarningSchema>;
