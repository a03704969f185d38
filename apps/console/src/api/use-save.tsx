import { isApiError } from '@contract-kit/client';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConflictDialog } from '../components/forms/conflict-dialog.tsx';
import { notifySuccess } from '../components/page/notify.tsx';
import { type Problem, toProblem } from './problem.ts';

/** A record with the entity tag of the version that was read. */
export interface Tagged<Value> {
  readonly value: Value;
  readonly etag: string;
}

export interface SaveOptions<Value extends object, Change extends object> {
  /** The version being edited. */
  readonly shown: Tagged<Value>;
  /** Reads the newest version after another person's change. */
  readonly read: () => Promise<Tagged<Value>>;
  /** Writes the change if the record still matches the entity tag. */
  readonly write: (change: Change, ifMatch: string) => Promise<unknown>;
  readonly success: string;
  /** Called once it is saved, even after a conflict. */
  readonly onSaved?: (change: Change) => unknown;
  /** Called when the person chooses the other version over the change. */
  readonly onDiscard?: () => void;
}

export interface Save<Change> {
  readonly save: (change: Change) => Promise<void>;
  readonly isPending: boolean;
  /** Why saving failed, except for a conflict. */
  readonly problem: Problem | null;
  /** Must be rendered: it opens when another person has changed the record in the meantime, and offers a choice. */
  readonly dialog: ReactNode;
}

interface Conflict<Value, Change> {
  readonly change: Change;
  readonly theirs: Tagged<Value>;
}

/**
 * Saves a change to one version of a record. A change saved by another person in the meantime is never overwritten
 * without a choice.
 */
export function useSave<Value extends object, Change extends object>({
  shown,
  read,
  write,
  success,
  onSaved,
  onDiscard,
}: SaveOptions<Value, Change>): Save<Change> {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [conflict, setConflict] = useState<Conflict<Value, Change> | null>(null);

  const attempt = async (change: Change, etag: string): Promise<void> => {
    setPending(true);
    setProblem(null);
    try {
      await write(change, etag);
      setConflict(null);
      notifySuccess(success);
      await onSaved?.(change);
      await client.invalidateQueries();
    } catch (error) {
      if (isApiError(error, 'precondition_failed')) {
        await read().then(
          (theirs) => setConflict({ change, theirs }),
          (failure: unknown) => setProblem(toProblem(failure)),
        );
      } else {
        setProblem(toProblem(error));
      }
    } finally {
      setPending(false);
    }
  };

  const dialog = conflict !== null && (
    <ConflictDialog
      base={shown.value}
      mine={conflict.change}
      theirs={conflict.theirs.value}
      isPending={isPending}
      onKeepMine={() => void attempt(conflict.change, conflict.theirs.etag)}
      onTakeTheirs={() => {
        setConflict(null);
        onDiscard?.();
        void client.invalidateQueries();
      }}
      onClose={() => setConflict(null)}
    />
  );
  return { save: (change) => attempt(change, shown.etag), isPending, problem, dialog };
}
