import { Group, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `3 hours ago`, `in 2 days`, `just now`. */
export function toRelativeTime(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  return unit === undefined ? 'just now' : relative.format(Math.round(seconds / unit[1]), unit[0]);
}

/** `3.4 ms`, `1.2 s`, `3 min 20 s`. */
export function toDuration(ms: number): string {
  if (ms < 1000) return `${ms.toLocaleString('en', { maximumFractionDigits: 1 })} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const byteUnits = ['B', 'kB', 'MB', 'GB'] as const;

/** `840 B`, `3.2 MB`. */
export function toSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** power;
  return `${amount.toLocaleString('en', { maximumFractionDigits: power === 0 ? 0 : 1 })} ${byteUnits[power]}`;
}

export interface TimeProps {
  /** ISO 8601; null: never. */
  readonly at: string | null;
  /** True: shows the exact time, as in a log, with the date unless that is today. */
  readonly isExact?: boolean;
}

/** An instant, relative to now; its title is the exact time in the reader's time zone. */
export function Time({ at, isExact = false }: TimeProps) {
  if (at === null) return <Nothing>never</Nothing>;
  const date = new Date(at);
  const now = new Date();
  const day = date.toDateString() === now.toDateString() ? {} : ({ month: 'short', day: 'numeric' } as const);
  const clock = { ...day, hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return (
    <time dateTime={at} title={date.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' })}>
      {isExact ? date.toLocaleString('en', { ...clock, hourCycle: 'h23' }) : toRelativeTime(date, now)}
    </time>
  );
}

/** Shown where there is no value. */
export function Nothing({ children = '–' }: { readonly children?: ReactNode }) {
  return (
    <Text span inherit c="dimmed">
      {children}
    </Text>
  );
}

const tones: Readonly<Record<string, string>> = {
  ...tone('good', 'active', 'approved', 'completed', 'succeeded', 'listed', 'ready', 'delivered'),
  ...tone('bad', 'failed', 'switched_off', 'rejected', 'error', 'not ready', 'discarded'),
  ...tone('busy', 'running', 'queued', 'pending', 'submitted', 'in_review', 'outdated', 'warning', 'processing'),
};

function tone(name: string, ...states: string[]): Record<string, string> {
  return Object.fromEntries(states.map((state) => [state, name]));
}

export interface StatusProps {
  readonly state: string;
  /** Default: the tone of the state, if it is known. */
  readonly tone?: 'good' | 'bad' | 'busy' | 'idle';
}

/** A state in a word. The dot repeats it in colour and is not needed to understand it. */
export function Status({ state, tone: given }: StatusProps) {
  return (
    <span className="status" data-tone={given ?? tones[state] ?? 'idle'}>
      {state.replaceAll('_', ' ')}
    </span>
  );
}

export interface MeterProps {
  /** Describes the measure to screen readers. */
  readonly label: string;
  /** 0 to 100. */
  readonly percent: number;
}

export function Meter({ label, percent }: MeterProps) {
  return (
    <Group gap="sm" wrap="nowrap" className="meter">
      <Progress.Root w={72} size="sm">
        <Progress.Section value={percent} color={percent === 100 ? 'green' : undefined} aria-label={label} />
      </Progress.Root>
      <Text span size="sm" miw="2.75rem" ta="end" className="numeric">
        {percent} %
      </Text>
    </Group>
  );
}

/** Any value in a readable form: lists with commas or on separate lines, names before the values of an object. */
export function Value({ value }: { readonly value: unknown }) {
  if (value === undefined || value === null || value === '') return <Nothing>none</Nothing>;
  return <span className="value">{toWords(value)}</span>;
}

function toWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object' || value === null) return String(value ?? 'none');
  if (Array.isArray(value)) {
    const words = value.map(toWords);
    return words.some((one) => one.length > 30) ? words.join('\n') : words.join(', ') || 'none';
  }
  const named = Object.entries(value).filter(([, part]) => part !== undefined && part !== null && part !== '');
  return named.map(([name, part]) => `${name}: ${toWords(part)}`).join('\n') || 'none';
}
