import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { parseList } from '../parse-input.ts';

/** What is exported, as command-line options. */
export interface ExportFlags {
  readonly workspace: string;
  readonly recordType?: string;
  readonly format?: string;
  readonly filter?: Readonly<Record<string, string>>;
  readonly columns?: string[];
  readonly locales?: string[];
  readonly currencies?: string[];
  readonly delimiter?: string;
  readonly bom?: boolean;
  readonly variants: boolean;
  readonly json?: boolean;
}

/** Adds the options of {@link ExportFlags}. */
export function addExportOptions(command: Command): Command {
  return command
    .requiredOption('--workspace <slug>', 'the workspace of the records')
    .option('--record-type <type>', 'categories, attributes, attribute_groups or collections; default: products')
    .option('--format <format>', 'csv, xlsx, xml or json')
    .option('--filter <name=value>', 'a filter of GET /products, or sort; may be repeated', collectFilter)
    .option('--columns <list>', 'keys of columns: sku,name,prices.EUR', parseList)
    .option('--locales <list>', 'only translations into these languages', parseList)
    .option('--currencies <list>', 'only prices in these currencies', parseList)
    .option('--delimiter <character>', 'between the cells of CSV')
    .option('--bom', 'begin CSV with a byte order mark, for Excel')
    .option('--no-variants', 'leave variants out');
}

/** The same as the body of a request. */
export function toExportInput({ variants, workspace: _, json: __, ...flags }: ExportFlags): object {
  return { ...flags, ...(!variants && { includeVariants: false }) };
}

function collectFilter(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be a name and a value: status=approved.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}
