import { Button, Group, Text } from '@mantine/core';

export interface PagerProps {
  /** Undefined while unknown; an empty list says so itself. */
  readonly total: number | undefined;
  /** Undefined: there is no such page. */
  readonly onFirst?: (() => void) | undefined;
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
}

/** Buttons to other pages of a list. */
export function Pager({ total, onFirst, onPrevious, onNext }: PagerProps) {
  return (
    <Group component="nav" justify="space-between" aria-label="Pages" gap="sm">
      <Text size="sm" c="dimmed">
        {total !== undefined && total > 0 && `${total.toLocaleString('en')} in total`}
      </Text>
      <Group gap="sm">
        {onFirst !== undefined && (
          <Button variant="default" size="xs" onClick={onFirst}>
            First page
          </Button>
        )}
        {onPrevious !== undefined && (
          <Button variant="default" size="xs" onClick={onPrevious}>
            Previous page
          </Button>
        )}
        {onNext !== undefined && (
          <Button variant="default" size="xs" onClick={onNext}>
            Next page
          </Button>
        )}
      </Group>
    </Group>
  );
}

/** The pages around a numbered one, for `Pager`. */
export function numberedPages(
  { page, totalPages, total }: { readonly page: number; readonly totalPages: number; readonly total: number },
  goTo: (page: number) => void,
): PagerProps {
  return {
    total,
    onPrevious: page > 1 ? () => goTo(page - 1) : undefined,
    onNext: page < totalPages ? () => goTo(page + 1) : undefined,
  };
}

/** The pages around one that is read by its cursor, for `Pager`. */
export function cursorPages(
  pagination: { readonly total?: number; readonly nextCursor: string | null } | undefined,
  cursor: string | undefined,
  goTo: (cursor: string | undefined) => void,
): PagerProps {
  const next = pagination?.nextCursor ?? undefined;
  return {
    total: pagination?.total,
    onFirst: cursor === undefined ? undefined : () => goTo(undefined),
    onNext: next === undefined ? undefined : () => goTo(next),
  };
}
