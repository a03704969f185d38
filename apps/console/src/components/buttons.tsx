import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../api/use-action.ts';
import { ProblemNotice } from './notice.tsx';

export interface ActionButtonProps {
  readonly children: ComponentChildren;
  readonly onClick: () => Promise<void>;
  /** Asks this first: for what cannot be taken back. */
  readonly confirm?: string;
}

/** A button that does something at the server, and says why when it could not. */
export function ActionButton({ children, onClick, confirm }: ActionButtonProps) {
  const { run, pending, problem } = useAction();
  const [asked, setAsked] = useState(false);
  const act = () => {
    setAsked(false);
    void run(onClick);
  };
  if (asked) {
    return (
      <span class="confirm">
        {confirm}{' '}
        <button type="button" class="danger" onClick={act}>
          {children}
        </button>{' '}
        <button type="button" onClick={() => setAsked(false)}>
          Keep
        </button>
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        class={confirm === undefined ? undefined : 'danger'}
        aria-disabled={pending}
        onClick={confirm === undefined ? act : () => setAsked(true)}
      >
        {pending ? 'One moment …' : children}
      </button>
      {problem !== null && <ProblemNotice problem={problem} />}
    </>
  );
}

/** Copies a text. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  const verb = copied ? 'Copied' : 'Copy';
  return (
    <button type="button" onClick={() => void copy()} aria-label={`${verb} ${what}`}>
      {verb}
    </button>
  );
}
