import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { allSections } from './sections.ts';

/** Milliseconds in which the second key must follow `g`. */
const sequenceMs = 1000;

/** `g` and a letter open a section, `/` focuses the search of the page, unless a field has the focus. */
export function useSectionShortcuts(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let startedAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '/') {
        const field = document.querySelector<HTMLElement>('[data-search]');
        if (field === null) return;
        event.preventDefault();
        field.focus();
      } else if (event.timeStamp - startedAt < sequenceMs) {
        // Ends the sequence: in `g g`, the second key is part of it.
        startedAt = Number.NEGATIVE_INFINITY;
        const section = allSections.find(({ shortcut }) => shortcut === event.key);
        if (section !== undefined) void navigate({ to: section.path });
      } else if (event.key === 'g') {
        startedAt = event.timeStamp;
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null
  );
}
