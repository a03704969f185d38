import { badKey, keyHeader, noKey, twoKeys } from './access/credentials.ts';
import { missingScope } from './access/missing-scope.ts';
import { otherTenant, otherTenantList } from './access/other-tenant.ts';
import { anyValidInput } from './answers/any-valid-input.ts';
import { body, contentType, errors, headers, requestId, status } from './answers/every-answer.ts';
import { head } from './answers/head.ts';
import { location } from './answers/location.ts';
import { rateHeaders } from './answers/rate-headers.ts';
import { success } from './answers/success.ts';
import type { Check } from './check.ts';
import { lostUpdate } from './entity-tags/lost-update.ts';
import { ifNoneMatch } from './entity-tags/reads.ts';
import { ifMatch, preconditionFirst, tagChanges } from './entity-tags/writes.ts';
import { fileHead, ifRange } from './files/conditions.ts';
import { beyondEnd, otherRange, part, severalRanges, wholeOnly } from './files/parts.ts';
import { otherTenantKey, reused } from './idempotency/other-request.ts';
import { parallel } from './idempotency/parallel.ts';
import { afterValidation, malformedKey, replay } from './idempotency/replay.ts';
import { bodyLimit, invalidBody, malformedBody, mediaType } from './input/bodies.ts';
import { brokenEncoding, invalidPath, invalidQuery } from './input/parameters.ts';
import { unknownRecord, unsupportedMethod } from './input/targets.ts';
import { deleted } from './state/deleted.ts';
import { pages } from './state/pages.ts';
import { noTrace, readBack, repeatedPut } from './state/writes.ts';
import { fileLimit, invalidField, malformedForm } from './uploads/contents.ts';
import { missingFile, otherPart, repeatedFile, textAsFile, upload } from './uploads/parts.ts';
import { uploadReplay, uploadReused } from './uploads/repeated.ts';

/** Every check. What holds for every answer comes last, when there are many answers. */
export const allChecks: readonly Check[] = [
  ...[success, anyValidInput, head, location, rateHeaders],
  ...[noKey, badKey, twoKeys, keyHeader, missingScope, otherTenant, otherTenantList],
  ...[malformedBody, mediaType, bodyLimit, invalidBody, invalidQuery, brokenEncoding, invalidPath],
  ...[unsupportedMethod, unknownRecord],
  ...[upload, missingFile, otherPart, repeatedFile, textAsFile, invalidField, fileLimit, malformedForm],
  ...[uploadReplay, uploadReused],
  ...[replay, afterValidation, malformedKey, parallel, reused, otherTenantKey],
  ...[ifNoneMatch, tagChanges, ifMatch, preconditionFirst, lostUpdate],
  ...[part, beyondEnd, otherRange, severalRanges, ifRange, fileHead, wholeOnly],
  ...[pages, noTrace, readBack, repeatedPut, deleted],
  ...[status, body, contentType, headers, errors, requestId],
];
