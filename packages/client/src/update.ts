import { isApiError } from './responses/api-request-error.ts';

/** What a read must return so that its record can be changed safely. */
interface Tagged {
  readonly etag: string | null;
}

/**
 * Reads a record and writes the change that `write` derives from it, if the record has not changed in between;
 * otherwise starts over with the newer record. Changes of other clients are never lost.
 *
 * @param write gets the record and its tag, to be sent as `ifMatch`; null when there is nothing to change.
 * @param options.attempts maximum number of reads, default 5.
 * @returns what `write` returned, null when there was nothing to change.
 * @throws ApiRequestError `precondition_failed` when the record changed during every attempt.
 * @example
 * const params = { id: 'note_1' };
 * await update(
 *   () => client.notes.get({ params }),
 *   ({ body }, ifMatch) => client.notes.patch({ params, ifMatch, body: { stars: body.data.stars + 1 } }),
 * );
 */
export async function update<Read extends Tagged, Written>(
  read: () => Promise<Read>,
  write: (current: Read, ifMatch: string) => Promise<Written> | null,
  { attempts = 5 }: { readonly attempts?: number } = {},
): Promise<Written | null> {
  for (let attempt = 1; ; attempt += 1) {
    const current = await read();
    if (current.etag === null) throw new TypeError('The record that was read has no entity tag.');
    try {
      return await write(current, current.etag);
    } catch (error) {
      if (attempt >= attempts || !isApiError(error, 'precondition_failed')) throw error;
    }
  }
}
