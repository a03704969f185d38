import { accessChecks } from './access.ts';
import type { Check } from './check.ts';
import { entityTagChecks } from './entity-tags.ts';
import { everyResponseChecks } from './every-response.ts';
import { fileChecks } from './files.ts';
import { idempotencyChecks } from './idempotency.ts';
import { inputChecks } from './input.ts';
import { responseChecks } from './responses.ts';
import { stateChecks } from './state.ts';
import { uploadChecks } from './uploads.ts';

/** All checks. Those of every response come last, when many responses have been collected. */
export const allChecks: readonly Check[] = [
  ...responseChecks,
  ...accessChecks,
  ...inputChecks,
  ...uploadChecks,
  ...idempotencyChecks,
  ...entityTagChecks,
  ...fileChecks,
  ...stateChecks,
  ...everyResponseChecks,
];
