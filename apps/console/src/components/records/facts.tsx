import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Fact {
  readonly name: string;
  /** Null: the fact is left out. */
  readonly value: ReactNode;
}

/** The names and values of one record, as a description list. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Paper withBorder p="lg">
      <dl className="facts">
        {facts
          .filter(({ value }) => value !== null)
          .map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Paper>
  );
}
