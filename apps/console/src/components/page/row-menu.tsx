import { ActionIcon, Menu } from '@mantine/core';
import { KebabHorizontalIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';

export interface RowMenuProps {
  /** Names the row, for screen readers. */
  readonly name: string;
  /** `Menu.Item`s. */
  readonly children: ReactNode;
}

/** The actions of a row, behind three dots. */
export function RowMenu({ name, children }: RowMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <KebabHorizontalIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
