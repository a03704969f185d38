import { useId } from 'preact/hooks';

/** Words to search for; asked for when they are entered. */
export function SearchField({ value, onSearch }: { value: string; onSearch: (words: string) => void }) {
  const id = useId();
  const search = (event: Event) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget as HTMLFormElement).get('q')).trim());
  };
  return (
    <search>
      <form onSubmit={search} class="filters">
        <div class="field">
          <label for={id}>Name, SKU, GTIN, MPN or brand</label>
          <input id={id} name="q" type="search" defaultValue={value} key={value} maxLength={200} />
        </div>
        <button type="submit">Search</button>
      </form>
    </search>
  );
}
