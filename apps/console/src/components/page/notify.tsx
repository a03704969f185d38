import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import type { Problem } from '../../api/problem.ts';
import { RequestLink } from './problem-alert.tsx';

/** Reports a success, which screen readers announce. Following a link in it closes it. */
export function notifySuccess(message: ReactNode): void {
  notifications.show({ message, color: 'green' });
}

/** Reports a problem until it is closed. */
export function notifyProblem({ message, fields, requestId }: Problem): void {
  notifications.show({
    title: message,
    message: (
      <>
        {Object.entries(fields).map(([path, text]) => (
          <Text key={path} size="sm">
            {path}: {text}
          </Text>
        ))}
        <RequestLink id={requestId} />
      </>
    ),
    color: 'red',
    autoClose: false,
    role: 'alert',
  });
}

/** Reports an action and offers to undo it for ten seconds. */
export function notifyUndo(message: string, undo: () => Promise<unknown>): void {
  const id = crypto.randomUUID();
  notifications.show({
    id,
    autoClose: 10_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            void undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
