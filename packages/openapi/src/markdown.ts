/** A Markdown table; cells may hold inline Markdown. */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A text as inline code. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** A generated page: the parts with blank lines between, a line feed at the end. */
export function toPage(title: string, ...parts: readonly string[]): string {
  return `${[`# ${title}`, '<!-- Generated from the contract; edits are overwritten. -->', ...parts].join('\n\n')}\n`;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
