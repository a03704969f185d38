import { z } from 'zod';
import { limits } from '../../limits.ts';
import { RefSchema } from '../../values/identifiers.ts';

/** `{idOrCode}` in a path: an id match wins, then the code. */
export const CatalogPathSchema = z.object({ idOrCode: RefSchema.describe('Id or code.') });

export const catalogRead = { scopes: ['catalog:read'] } as const;
export const catalogWrite = { scopes: ['catalog:write'], bodyLimit: limits.catalogBody } as const;

/** The attribute fields that tools return: enough to write a value. */
export const attributeSummary = ['code', 'label', 'type', 'unit', 'localizable', 'required', 'options.code'];
