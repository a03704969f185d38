import { type ComponentChildren, createContext } from 'preact';
import { useContext, useRef } from 'preact/hooks';
import type { Problem } from '../api/problem.ts';
import { useAction } from '../api/use-action.ts';
import { ProblemNotice } from './notice.tsx';

const ProblemContext = createContext<Problem | null>(null);

export interface FormProps {
  /** What the button says. */
  readonly submit: string;
  readonly onSubmit: (fields: FormData) => Promise<void>;
  readonly children: ComponentChildren;
}

/** Fields that are sent together. What the server says of a field is shown beside it. */
export function Form({ submit, onSubmit, children }: FormProps) {
  const { run, pending, problem } = useAction();
  const form = useRef<HTMLFormElement>(null);
  const send = (event: Event) => {
    event.preventDefault();
    const element = event.currentTarget as HTMLFormElement;
    void run(() => onSubmit(new FormData(element)));
  };
  const elsewhere = Object.entries(problem?.fields ?? {}).filter(([path]) => !hasField(form.current, path));
  return (
    <form ref={form} onSubmit={send} class="stack">
      <ProblemContext.Provider value={problem}>{children}</ProblemContext.Provider>
      {problem !== null && <ProblemNotice problem={problem} fields={Object.fromEntries(elsewhere)} />}
      <div>
        <button type="submit" class="primary" aria-disabled={pending}>
          {pending ? 'One moment …' : submit}
        </button>
      </div>
    </form>
  );
}

function hasField(form: HTMLFormElement | null, path: string): boolean {
  const elements = form === null ? [] : [...form.elements];
  return elements.some((element) => isAbout(path, element.getAttribute('name') ?? ''));
}

/** What the server said of a field, and of parts of it, by its name. */
export function useFieldProblem(name: string): string | null {
  const fields = useContext(ProblemContext)?.fields ?? {};
  const messages = Object.entries(fields).flatMap(([path, message]) => (isAbout(path, name) ? [message] : []));
  return messages.length === 0 ? null : messages.join(' ');
}

function isAbout(path: string, name: string): boolean {
  return name !== '' && (path === name || path.startsWith(`${name}.`));
}
