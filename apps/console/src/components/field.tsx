import type { ComponentChildren, InputHTMLAttributes, SelectHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';
import { useFieldProblem } from './form.tsx';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
}

/** A labelled input with its hint and what the server said of it. */
export function TextField({ label, hint, ...input }: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const { id, hintId, problemId, problem, described } = useParts(input.name as string, hint);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input {...input} id={id} aria-describedby={described} aria-invalid={problem !== null} />
      <Below hint={hint} hintId={hintId} problem={problem} problemId={problemId} />
    </div>
  );
}

/** One of several values. */
export function SelectField({
  label,
  hint,
  children,
  ...select
}: FieldProps & SelectHTMLAttributes<HTMLSelectElement> & { readonly children: ComponentChildren }) {
  const { id, hintId, problemId, problem, described } = useParts(select.name as string, hint);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select {...select} id={id} aria-describedby={described} aria-invalid={problem !== null}>
        {children}
      </select>
      <Below hint={hint} hintId={hintId} problem={problem} problemId={problemId} />
    </div>
  );
}

/** Any number of several values, each under the same name. */
export function CheckboxGroup({
  name,
  label,
  options,
  hint,
}: FieldProps & { readonly options: readonly { readonly value: string; readonly label: ComponentChildren }[] }) {
  const { hintId, problemId, problem, described } = useParts(name, hint);
  return (
    <fieldset aria-describedby={described}>
      <legend>{label}</legend>
      <div class="options">
        {options.map((option) => (
          <label key={option.value} class="option">
            <input type="checkbox" name={name} value={option.value} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <Below hint={hint} hintId={hintId} problem={problem} problemId={problemId} />
    </fieldset>
  );
}

function useParts(name: string, hint: ComponentChildren) {
  const id = useId();
  const problem = useFieldProblem(name);
  const [hintId, problemId] = [`${id}-hint`, `${id}-problem`];
  const ids = [...(hint === undefined ? [] : [hintId]), ...(problem === null ? [] : [problemId])];
  return { id, hintId, problemId, problem, described: ids.length === 0 ? undefined : ids.join(' ') };
}

interface BelowProps {
  readonly hint: ComponentChildren;
  readonly hintId: string;
  readonly problem: string | null;
  readonly problemId: string;
}

function Below({ hint, hintId, problem, problemId }: BelowProps) {
  return (
    <>
      {hint !== undefined && (
        <small id={hintId} class="muted">
          {hint}
        </small>
      )}
      {problem !== null && (
        <small id={problemId} class="field-problem">
          {problem}
        </small>
      )}
    </>
  );
}
