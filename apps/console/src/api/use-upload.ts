import type { UseMutationResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSession } from '../session/session.ts';
import { call, type InputOf, type OperationId, type ResponseOf } from './operations.ts';
import type { Sent } from './upload-fetch.ts';
import { useWrite, type WriteOptions } from './use-write.ts';

/** Milliseconds for sending a file: a large one takes time on a slow line. */
const uploadMs = 10 * 60_000;

/** A write that sends a file. */
export type Upload<Id extends OperationId> = UseMutationResult<ResponseOf<Id>, Error, InputOf<Id>> & {
  /** Null before the first bytes, and when nothing is being sent. */
  readonly sent: Sent | null;
  /** Stops sending: nothing is saved. */
  readonly cancel: () => void;
};

/**
 * Calls an operation that takes a file, as {@link useWrite} does, with its progress and a way to cancel it.
 *
 * @example const upload = useUpload('assets.create'); upload.mutate({ body: { file } });
 */
export function useUpload<Id extends OperationId>(operation: Id, options: WriteOptions<Id> = {}): Upload<Id> {
  const { uploadApi } = useSession();
  const [sent, setSent] = useState<Sent | null>(null);
  const running = useRef<AbortController>(null);
  const write = useWrite(operation, {
    ...options,
    send: async (input) => {
      running.current = new AbortController();
      try {
        return await call(uploadApi(setSent), operation, input, {
          signal: running.current.signal,
          timeoutMs: uploadMs,
        });
      } finally {
        setSent(null);
      }
    },
  });
  const cancel = () => {
    running.current?.abort();
    write.reset();
  };
  return { ...write, sent, cancel };
}
