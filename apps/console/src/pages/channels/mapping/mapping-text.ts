import type { MappingConstant, MappingSource, MappingTransform } from '@product-content/contract';

/** A source as a person writes it: `name`, `attributes.color`, or `= new` for the same value for every product. */
export function writeSource(source: MappingSource): string {
  if ('field' in source) return source.field;
  return 'attribute' in source ? `attributes.${source.attribute}` : `= ${writeArgument(source.value)}`;
}

export function readSource(text: string): MappingSource {
  if (text.startsWith('=')) return { value: readArgument(text.slice(1).trim()) as MappingConstant };
  const attribute = /^attributes\.(.+)$/.exec(text)?.[1];
  return attribute === undefined ? { field: text } : { attribute };
}

/** A step of a transformation as a person writes it: `stripHtml`, `truncate 150`, `map {"red":"rot"}`. */
export function writeTransform(transform: MappingTransform): string {
  if (typeof transform === 'string') return transform;
  return Object.entries(transform)
    .map(([name, argument]) => `${name} ${writeArgument(argument)}`)
    .join(' ');
}

/** Does not validate: the server reports steps it does not know. */
export function readTransform(text: string): MappingTransform {
  const [, name = '', argument] = /^(\S+)(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  return (argument === undefined ? name : { [name]: readArgument(argument) }) as MappingTransform;
}

/** Leaves text unquoted, unless it could be misread or would lose its spaces. */
function writeArgument(value: unknown): string {
  const isPlain = typeof value === 'string' && value !== '' && value === value.trim() && readArgument(value) === value;
  return isPlain ? value : JSON.stringify(value);
}

function readArgument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
