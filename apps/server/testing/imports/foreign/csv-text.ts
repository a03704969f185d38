/** A CSV file (RFC 4180) of records, with the columns of the first one that has them. */
export function toCsv(records: readonly Readonly<Record<string, string | number | null>>[], delimiter = ','): string {
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const lines = [columns, ...records.map((record) => columns.map((name) => String(record[name] ?? '')))];
  return `${lines.map((cells) => cells.map((cell) => quote(cell, delimiter)).join(delimiter)).join('\r\n')}\r\n`;
}

function quote(cell: string, delimiter: string): string {
  return /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** `<name attribute="…">text</name>`; elements instead of text are written unescaped. */
export function element(
  name: string,
  content: string | readonly string[],
  attributes: Readonly<Record<string, string | number>> = {},
): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  const inner = typeof content === 'string' ? escapeXml(content) : content.join('');
  return `<${name}${said.join('')}>${inner}</${name}>`;
}
