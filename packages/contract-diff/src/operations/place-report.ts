import type { JsonSchema } from '@contract-kit/openapi';
import type { SchemaPlace } from '../schemas/compare-schemas.ts';

/** Receives the changes of one operation, one event, or of the whole contract. */
export interface PlaceReport {
  /** @param id of a rule. */
  report(id: string, path?: string, before?: unknown, after?: unknown): void;
  compareSchemas(before: JsonSchema, after: JsonSchema, place: SchemaPlace): void;
}
