/** An instant in the reader's own time; the exact one on hovering. */
export function Time({ at }: { at: string | null }) {
  if (at === null) return <span class="muted">never</span>;
  return (
    <time dateTime={at} title={at}>
      {new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })}
    </time>
  );
}

const tones: Readonly<Record<string, string>> = {
  ...tone('good', 'active', 'approved', 'completed', 'succeeded', 'listed', 'ready'),
  ...tone('bad', 'failed', 'switched_off', 'rejected', 'error', 'not ready', 'discarded'),
  ...tone('busy', 'running', 'queued', 'pending', 'submitted', 'in_review', 'outdated', 'warning'),
};

function tone(name: string, ...states: string[]): Record<string, string> {
  return Object.fromEntries(states.map((state) => [state, name]));
}

/** A state in a word: the colour only repeats it. */
export function Badge({ state }: { state: string }) {
  return <span class={`badge ${tones[state] ?? ''}`}>{state.replaceAll('_', ' ')}</span>;
}

export function Meter({ label, percent }: { label: string; percent: number }) {
  return (
    <span class="meter">
      <progress aria-label={label} max={100} value={percent} /> {percent} %
    </span>
  );
}

/** A name and its value, of a list of descriptions. */
export function Entry({ name, value }: { name: string; value: unknown }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Json value={value} />
      </dd>
    </>
  );
}

/** Any value as it is written in JSON; text as it is. */
export function Json({ value }: { value: unknown }) {
  if (value === undefined) return <span class="muted">absent</span>;
  return <code class="value">{typeof value === 'string' ? value : JSON.stringify(value, null, 1)}</code>;
}
