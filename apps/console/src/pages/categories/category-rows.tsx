import { DragDropProvider, useDraggable, useDroppable } from '@dnd-kit/react';
import { ActionIcon, Box, Group, Menu, Paper, Text } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon, GrabberIcon } from '@primer/octicons-react';
import type { CategoryNode } from '@product-content/contract';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { confirm } from '../../components/page/confirm.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { notifyUndo } from '../../components/page/notify.tsx';
import { RowMenu } from '../../components/page/row-menu.tsx';
import { useMay } from '../../session/session.ts';
import { branchesOf, initiallyClosed, lossOf, matchingRows, openRows } from './category-tree.ts';

export interface CategoryRowsProps {
  /** Depth-first. */
  readonly nodes: readonly CategoryNode[];
  /** Only shows categories that match these words, and their ancestors. */
  readonly words: string | undefined;
}

/** Categories as a tree that can be rearranged, by dragging or with the menu of each category. */
export function CategoryRows({ nodes, words }: CategoryRowsProps) {
  const mayWrite = useMay('categories.patch');
  const [closed, setClosed] = useState(() => initiallyClosed(nodes));
  const { mutate: patch } = useWrite('categories.patch');
  const branches = branchesOf(nodes);
  const rows = words ? matchingRows(nodes, words) : openRows(nodes, closed);

  const move = (node: CategoryNode, body: { parent?: string | null; position?: number }) => {
    const params = { idOrCode: node.id };
    const before = { parent: node.parent?.id ?? null, position: node.position };
    const undo = async () => patch({ params, body: before });
    patch({ params, body }, { onSuccess: () => notifyUndo(`${node.name} was moved`, undo) });
  };

  const dropped = (from: unknown, onto: unknown) => {
    const moved = nodes.find(({ id }) => id === from);
    const parent = nodes.find(({ id }) => id === onto);
    if (moved === undefined || parent === undefined || parent.path.some(({ id }) => id === moved.id)) return;
    if (moved.parent?.id !== parent.id) move(moved, { parent: parent.id });
  };

  const toggle = (id: string) => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };

  if (rows.length === 0) {
    return <EmptyState title="No category matches." action={<Link to="/categories">Show all</Link>} />;
  }
  return (
    <DragDropProvider
      onDragEnd={({ canceled, operation }) => {
        if (!canceled) dropped(operation.source?.id, operation.target?.id);
      }}
    >
      <Paper withBorder component="ul" className="plain" aria-label="Categories">
        {rows.map((node) => (
          <CategoryRow
            key={node.id}
            node={node}
            isOpen={branches.has(node.id) && !words ? !closed.has(node.id) : null}
            onToggle={() => toggle(node.id)}
            onMove={mayWrite ? (body) => move(node, body) : null}
          />
        ))}
      </Paper>
    </DragDropProvider>
  );
}

interface CategoryRowProps {
  readonly node: CategoryNode;
  /** Null: it has no children to show. */
  readonly isOpen: boolean | null;
  readonly onToggle: () => void;
  /** Null: the key may not move it. */
  readonly onMove: ((body: { parent?: string | null; position?: number }) => void) | null;
}

function CategoryRow({ node, isOpen, onToggle, onMove }: CategoryRowProps) {
  const { id, code, name, level, totalProductCount } = node;
  const drag = useDraggable({ id, disabled: onMove === null });
  const drop = useDroppable({ id, disabled: onMove === null });
  return (
    <li ref={drop.ref} className="tree-row" data-target={drop.isDropTarget && !drag.isDragging}>
      <Group ref={drag.ref} gap="sm" wrap="nowrap" pl={`${level * 1.5}rem`}>
        {onMove !== null && (
          <button type="button" ref={drag.handleRef} className="grabber" aria-label={`Drag ${name}`}>
            <GrabberIcon />
          </button>
        )}
        {isOpen === null ? (
          <Box component="span" w="1.75rem" flex="none" />
        ) : (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            aria-label={isOpen ? `Close ${name}` : `Open ${name}`}
            onClick={onToggle}
          >
            {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
          </ActionIcon>
        )}
        <Link to="/categories/$idOrCode" params={{ idOrCode: code }} fw={500} truncate>
          {name}
        </Link>
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {code}
        </Text>
        <Link to="/products" search={{ category: code }} size="sm" ml="auto" className="numeric">
          {totalProductCount === 1 ? '1 product' : `${totalProductCount} products`}
        </Link>
        {onMove !== null && <CategoryMenu node={node} onMove={onMove} />}
      </Group>
    </li>
  );
}

/** Everything that dragging does, and more, for the keyboard. */
function CategoryMenu({ node, onMove }: { readonly node: CategoryNode } & Pick<Required<CategoryRowProps>, 'onMove'>) {
  const { id, name, parent, position, productCount } = node;
  const { mutate: remove } = useWrite('categories.delete', { success: `${name} was deleted` });
  const askToDelete = () =>
    confirm({
      title: `Delete the category "${name}"?`,
      consequence: lossOf(productCount),
      confirm: 'Delete',
      onConfirm: () => remove({ params: { idOrCode: id }, query: {} }),
    });
  return (
    <RowMenu name={name}>
      <Menu.Item disabled={position === 0} onClick={() => onMove?.({ position: position - 1 })}>
        Move up
      </Menu.Item>
      <Menu.Item onClick={() => onMove?.({ position: position + 1 })}>Move down</Menu.Item>
      <Menu.Item disabled={parent === null} onClick={() => onMove?.({ parent: null })}>
        Move to the top level
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item color="red" onClick={askToDelete}>
        Delete
      </Menu.Item>
    </RowMenu>
  );
}
