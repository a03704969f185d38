import { cancel, isCancel, select, text } from '@clack/prompts';
import { type Choices, choices } from './choices.ts';
import { CannotCreateError } from './create-project.ts';

/** Choices made by arguments. */
export type Answers = Partial<Choices> & { readonly folder?: string | undefined };

const questions = {
  adapter: {
    message: 'Which HTTP framework?',
    labels: { express: 'Express', fetch: 'fetch: Node, Bun, Deno, workers' },
  },
  store: { message: 'Which store?', labels: { memory: 'in memory', postgres: 'in PostgreSQL' } },
  packageManager: { message: 'Which package manager?', labels: { npm: 'npm', pnpm: 'pnpm' } },
} as const;

/** Prompts for missing choices. @throws CannotCreateError when the user cancels. */
export async function ask(given: Answers): Promise<Answers> {
  const folder =
    given.folder ?? (await answered(text({ message: 'Where?', placeholder: 'my-api', defaultValue: 'my-api' })));
  return {
    folder,
    adapter: given.adapter ?? (await choose('adapter')),
    store: given.store ?? (await choose('store')),
    packageManager: given.packageManager ?? (await choose('packageManager')),
  };
}

async function choose<Name extends keyof Choices>(name: Name): Promise<Choices[Name]> {
  const { message, labels } = questions[name];
  const options = choices[name].map((value) => ({ value, label: (labels as Record<string, string>)[value] ?? value }));
  return (await answered(select<string>({ message, options }))) as Choices[Name];
}

async function answered<T>(question: Promise<T>): Promise<Exclude<T, symbol>> {
  const answer = await question;
  if (!isCancel(answer)) return answer as Exclude<T, symbol>;
  cancel();
  throw new CannotCreateError('No project was created.');
}
