import { rootField } from '@contract-kit/http-spec';
import { endOfString } from './json-bytes.ts';

interface Level {
  readonly isObject: boolean;
  /** For a list: the index of the current element. */
  index: number;
  /** For an object: the current key, as written. */
  key: string;
  expectsKey: boolean;
}

/** The dotted path of the value that starts at an offset of JSON text, from the value that starts at `start`. */
export function pathAt(bytes: Buffer, start: number, offset: number): string {
  const levels: Level[] = [];
  for (let at = start; at < offset; at += 1) {
    const level = levels.at(-1);
    const char = String.fromCharCode(bytes[at] as number);
    if (char === '"') {
      const close = endOfString(bytes, at, offset);
      if (level?.expectsKey === true) {
        level.expectsKey = false;
        level.key = bytes.toString('utf8', at, close + 1);
      }
      at = close;
    } else if (char === '{' || char === '[') {
      levels.push({ isObject: char === '{', index: 0, key: '""', expectsKey: char === '{' });
    } else if (char === '}' || char === ']') {
      levels.pop();
    } else if (char === ',' && level !== undefined) {
      level.index += 1;
      level.expectsKey = level.isObject;
    }
  }
  return levels.map(nameOf).join('.') || rootField;
}

function nameOf({ isObject, index, key }: Level): string {
  if (!isObject) return String(index);
  try {
    return JSON.parse(key) as string;
  } catch {
    // Text that is not JSON is refused as a whole anyway.
    return key;
  }
}
