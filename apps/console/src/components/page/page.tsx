import { Group, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { CopyAs } from '../../shell/copy-as.tsx';
import { Loaded } from './loaded.tsx';

export interface PageProps {
  readonly title: string;
  /** One or two sentences under the title. */
  readonly description?: ReactNode;
  /** A link to the list the record belongs to. */
  readonly parent?: ReactNode;
  /** The actions of the page: the first one is the main action. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every page. It moves the focus to the title when a page is opened, as loading a document would. */
export function Page({ title, description, parent, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Runs before the effects of the page's content, so that a linked field gets the focus after it.
  useLayoutEffect(() => {
    document.title = `${title} · Product content`;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [title]);
  return (
    <Stack gap="lg">
      <header>
        {parent !== undefined && (
          <Text size="sm" mb="xs">
            {parent}
          </Text>
        )}
        <Group justify="space-between" align="flex-start" gap="md">
          <Title order={1} ref={heading} tabIndex={-1} className="page-title">
            {title}
          </Title>
          <Group gap="sm">
            {actions}
            <CopyAs />
          </Group>
        </Group>
        {description !== undefined && (
          <Text c="dimmed" mt="xs" maw="70ch">
            {description}
          </Text>
        )}
      </header>
      {children}
    </Stack>
  );
}

export interface RecordPageProps<Data> extends Pick<PageProps, 'parent'> {
  readonly of: UseQueryResult<{ readonly body: { readonly data: Data } }, Error>;
  readonly title: (record: Data) => string;
  /** The title until the record is loaded. */
  readonly untitled: string;
  readonly actions?: (record: Data) => ReactNode;
  readonly children: (record: Data) => ReactNode;
}

/** The page of one record, which is being read. */
export function RecordPage<Data>({ of, title, untitled, parent, actions, children }: RecordPageProps<Data>) {
  const shown = of.data?.body.data;
  return (
    <Page
      title={shown === undefined ? untitled : title(shown)}
      parent={parent}
      actions={shown !== undefined && actions?.(shown)}
    >
      <Loaded of={of} lines={6}>
        {({ body }) => children(body.data)}
      </Loaded>
    </Page>
  );
}

/** A section of a page with a heading. */
export function Section({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Stack component="section" gap="md" aria-label={title}>
      <Group justify="space-between">
        <Title order={2}>{title}</Title>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
