import { DragDropProvider } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { ActionIcon, Group, Paper } from '@mantine/core';
import { ChevronDownIcon, ChevronUpIcon, GrabberIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';

export interface SortableListProps<Item> {
  /** The name of the list for screen readers. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** The name of an item, for the labels of its buttons. */
  readonly nameOf: (item: Item) => string;
  readonly children: (item: Item, index: number) => ReactNode;
  readonly onReorder: (items: readonly Item[]) => void;
  readonly isDisabled?: boolean;
}

/** A list that people reorder, by dragging or with the buttons of each item. */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { label, items, keyOf, onReorder } = props;
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || from === to) return;
    onReorder(items.toSpliced(from, 1).toSpliced(to, 0, item));
  };
  return (
    <DragDropProvider
      onDragEnd={({ canceled, operation: { source } }) => {
        if (!canceled && isSortable(source)) move(source.initialIndex, source.index);
      }}
    >
      <Paper withBorder component="ul" className="plain" aria-label={label}>
        {items.map((item, index) => (
          <SortableItem key={keyOf(item)} {...props} item={item} index={index} onMove={(to) => move(index, to)} />
        ))}
      </Paper>
    </DragDropProvider>
  );
}

interface SortableItemProps<Item> extends SortableListProps<Item> {
  readonly item: Item;
  readonly index: number;
  readonly onMove: (to: number) => void;
}

function SortableItem<Item>({ item, index, onMove, ...list }: SortableItemProps<Item>) {
  const { keyOf, nameOf, items, children, isDisabled = false } = list;
  const { ref, handleRef } = useSortable({ id: keyOf(item), index, disabled: isDisabled });
  return (
    <li ref={ref} className="tree-row">
      <Group gap="sm" wrap="nowrap">
        {!isDisabled && (
          <>
            <button type="button" ref={handleRef} className="grabber" aria-label={`Drag ${nameOf(item)}`}>
              <GrabberIcon />
            </button>
            <Group gap={0} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={index === 0}
                aria-label={`Move ${nameOf(item)} up`}
                onClick={() => onMove(index - 1)}
              >
                <ChevronUpIcon />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={index === items.length - 1}
                aria-label={`Move ${nameOf(item)} down`}
                onClick={() => onMove(index + 1)}
              >
                <ChevronDownIcon />
              </ActionIcon>
            </Group>
          </>
        )}
        {children(item, index)}
      </Group>
    </li>
  );
}
