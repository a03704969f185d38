import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export interface PageProps {
  readonly title: string;
  /** What can be done here. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** One place of the console. Arriving there moves the focus to its title, as a new page would. */
export function Page({ title, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Product content`;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [title]);
  return (
    <>
      <header class="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}
