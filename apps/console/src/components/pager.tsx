export interface PagerProps {
  readonly page: number;
  readonly totalPages: number;
  readonly total: number;
  /** Where a page is. */
  readonly hrefOf: (page: number) => string;
}

/** Ways to the pages before and behind. */
export function Pager({ page, totalPages, total, hrefOf }: PagerProps) {
  if (totalPages <= 1) return <p class="muted">{total} in all</p>;
  return (
    <nav class="pager" aria-label="Pages">
      {page > 1 && <a href={hrefOf(page - 1)}>Previous</a>}
      <span>
        Page {page} of {totalPages} · {total} in all
      </span>
      {page < totalPages && <a href={hrefOf(page + 1)}>Next</a>}
    </nav>
  );
}
