import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { type Problem, toProblem } from '../../api/problem.ts';
import { ProblemAlert } from '../page/problem-alert.tsx';

/** How the last attempt to send a form went. */
export interface FormState {
  readonly isPending: boolean;
  /** The problem of the last attempt. Field messages go to the fields with their names, the others are listed. */
  readonly problem: Problem | null;
}

/** The state of a form that is sent by `useWrite`. */
export function stateOf({ isPending, error }: Pick<UseMutationResult, 'isPending' | 'error'>): FormState {
  return { isPending, problem: error && toProblem(error) };
}

export interface FormProps<Values extends Record<string, unknown>> extends FormState {
  readonly form: UseFormReturnType<Values>;
  /** The label of the button, a verb with its object: `Create key`. */
  readonly submit: string;
  readonly onSubmit: (values: Values) => void;
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/** Fields that are sent together. The server validates them; its messages appear beside the fields. */
export function Form<Values extends Record<string, unknown>>({
  form,
  submit,
  isPending,
  problem,
  onSubmit,
  onCancel,
  children,
}: FormProps<Values>) {
  const names = namesOf(form.getValues());
  const fields = Object.entries(problem?.fields ?? {});
  const { setErrors } = form;
  useEffect(() => {
    if (problem === null) return;
    const messages = fields.flatMap(([path, message]) => {
      const name = names.find((one) => isAbout(path, one));
      return name === undefined ? [] : [[name, message] as const];
    });
    setErrors(Object.fromEntries(messages));
  }, [problem]);
  const elsewhere = fields.filter(([path]) => !names.some((name) => isAbout(path, name)));
  return (
    <form onSubmit={form.onSubmit((values) => onSubmit(values))} noValidate>
      <Stack gap="md">
        {children}
        {problem !== null && <ProblemAlert problem={problem} fields={Object.fromEntries(elsewhere)} />}
        <Group gap="sm" justify="flex-end">
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The dotted paths of the fields: `name`, `settings.url`. */
function namesOf(values: object, prefix = ''): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? namesOf(value, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  );
}

/** A message for `scopes.0` belongs to `scopes`. */
function isAbout(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`);
}
