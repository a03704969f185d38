const byteUnits = [
  ['MiB', 1024 ** 2],
  ['MB', 1000 ** 2],
  ['KiB', 1024],
  ['kB', 1000],
] as const;

/** A size in the largest unit that divides it: `1 MiB`, `25 MB`, `300 bytes`. */
export function formatBytes(bytes: number): string {
  const [unit, size] = byteUnits.find(([, size]) => bytes >= size && bytes % size === 0) ?? ['bytes', 1];
  return `${bytes / size} ${unit}`;
}

/** A number with thousands separators: `32,768`. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en');
}
