import { brokenAccess } from './access.ts';
import type { BrokenServer } from './broken-server.ts';
import { brokenEntityTags } from './entity-tags.ts';
import { brokenFiles } from './files.ts';
import { brokenIdempotency } from './idempotency.ts';
import { brokenInput } from './input.ts';
import { brokenResponses } from './responses.ts';
import { brokenState } from './state.ts';
import { brokenUploads } from './uploads.ts';

/** Servers that each break one promise of the to-do contract. */
export const brokenServers: readonly BrokenServer[] = [
  ...brokenAccess,
  ...brokenResponses,
  ...brokenInput,
  ...brokenIdempotency,
  ...brokenEntityTags,
  ...brokenState,
  ...brokenUploads,
  ...brokenFiles,
];
