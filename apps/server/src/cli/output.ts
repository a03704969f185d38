/** Where a command writes. */
export interface Output {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WriteStream;
  setExitCode(code: number): void;
}

/** Prints a result: as one line of JSON for machines, or as text. */
export function printResult(output: Output, asJson: boolean | undefined, value: unknown, words: string): void {
  output.stdout.write(`${asJson ? JSON.stringify(value) : words}\n`);
}

/**
 * Formats rows as columns under their headings.
 *
 * @example
 * renderTable(['SLUG', 'NAME'], [['acme', 'Acme']]);
 */
export function renderTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
