import { z } from 'zod';
import { type IdKind, idOf } from '../../values/identifiers.ts';

/** The error code when too many deliveries to an endpoint failed in a row. */
export const switchedOffCode = 'switched_off';

/** `job.failed` for one type of background work. */
const failureOf = <Type extends string>(type: Type, name: string, id: IdKind, code: z.ZodType<string>, about: string) =>
  z
    .object({
      jobId: idOf(id),
      type: z.literal(type),
      status: z.literal('failed'),
      result: z
        .object({
          error: z
            .object({
              code: code.describe('An error code, as in error responses.'),
              message: z.string().describe('For people; its wording may change.'),
            })
            .describe('Why it failed.'),
        })
        .describe('What came of it.'),
    })
    .meta({ id: name, description: about });

/** Background work that failed as a whole; `type` distinguishes it. */
export const JobFailureSchema = z.discriminatedUnion('type', [
  failureOf(
    'webhook.delivery',
    'WebhookSwitchedOff',
    'webhook',
    z.literal(switchedOffCode),
    'A webhook endpoint was switched off. `jobId` is the id of the endpoint. Its deliveries wait until it is active again.',
  ),
  failureOf('import', 'ImportFailure', 'job', z.string(), 'An import failed as a whole.'),
  failureOf('export', 'ExportFailure', 'job', z.string(), 'An export failed.'),
  failureOf('channel.publish', 'PublishFailure', 'job', z.string(), 'A publication to a channel failed as a whole.'),
]);

export type JobFailure = z.output<typeof JobFailureSchema>;
