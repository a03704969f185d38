import { ApiError } from '@contract-kit/http-spec';

/** The match of a method and a path. */
export interface RouteMatch<T> {
  readonly value: T;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
}

interface Row<T> {
  readonly value: T;
  /** Names of the parameters, in the order of the path. */
  readonly names: readonly string[];
}

/** The rows whose paths share the segments up to this node. */
class Node<T> {
  readonly children = new Map<string, Node<T>>();
  /** The node below a parameter. */
  parameter: Node<T> | null = null;
  readonly rows = new Map<string, Row<T>>();
}

/**
 * Finds the entry of a method and a path. Whole paths are matched, case-sensitively; one trailing slash is ignored. A
 * literal segment takes precedence over a parameter. `GET` also serves `HEAD`.
 */
export class RouteTable<T> {
  readonly #root = new Node<T>();
  /** Rows without parameters by path and method: most requests need no more than two lookups. */
  readonly #plain = new Map<string, ReadonlyMap<string, Row<T>>>();

  /** @throws TypeError for a path that cannot be matched, and when the table already has the method and path. */
  add(method: string, path: string, value: T): void {
    const optional = /^(.*)\/:\w+\?$/.exec(path);
    if (optional !== null) {
      this.#add(method, optional[1] as string, value);
      this.#add(method, path.slice(0, -1), value);
    } else {
      this.#add(method, path, value);
    }
  }

  /**
   * @returns null when the path does not have the method.
   * @throws ApiError `bad_request` for a parameter with malformed percent-encoding.
   */
  find(method: string, path: string): RouteMatch<T> | null {
    const wanted = method === 'HEAD' ? 'GET' : method;
    const plain = this.#plain.get(withoutSlash(path))?.get(wanted);
    if (plain !== undefined) return { value: plain.value, params: {} };
    const values: string[] = [];
    const row = path.startsWith('/') ? findRow(this.#root, segmentsOf(path), wanted, values) : null;
    return row === null ? null : { value: row.value, params: readParams(row.names, values) };
  }

  /** The methods of a path, for 405 and `Allow` (RFC 9110 §10.2.1); empty when the path does not exist. */
  methodsOf(path: string): string[] {
    const methods = new Set<string>();
    if (path.startsWith('/')) addMethods(this.#root, segmentsOf(path), methods);
    if (methods.size === 0) return [];
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods.add('OPTIONS')].sort();
  }

  #add(method: string, path: string, value: T): void {
    const names: string[] = [];
    let node = this.#root;
    for (const segment of segmentsOf(path)) {
      if (!segment.startsWith(':')) {
        if (/[:*{}()?]/.test(segment))
          throw new TypeError(`${method} ${path}: a parameter must be a whole segment, "/:name".`);
        const child = node.children.get(segment) ?? new Node<T>();
        node.children.set(segment, child);
        node = child;
      } else {
        if (!/^:\w+$/.test(segment)) throw new TypeError(`${method} ${path}: "${segment}" is not a parameter.`);
        names.push(segment.slice(1));
        node.parameter ??= new Node<T>();
        node = node.parameter;
      }
    }
    if (node.rows.has(method)) throw new TypeError(`${method} ${path} is defined twice.`);
    node.rows.set(method, { value, names });
    if (names.length === 0) this.#plain.set(withoutSlash(path), node.rows);
  }
}

/** @param values receives the segments of parameters. */
function findRow<T>(
  node: Node<T>,
  segments: readonly string[],
  method: string,
  values: string[],
  index = 0,
): Row<T> | null {
  const segment = segments[index];
  if (segment === undefined) return node.rows.get(method) ?? null;
  const child = node.children.get(segment);
  const spelledOut = child === undefined ? null : findRow(child, segments, method, values, index + 1);
  if (spelledOut !== null || node.parameter === null || segment === '') return spelledOut;
  values.push(segment);
  const row = findRow(node.parameter, segments, method, values, index + 1);
  if (row === null) values.pop();
  return row;
}

function addMethods<T>(node: Node<T>, segments: readonly string[], methods: Set<string>, index = 0): void {
  const segment = segments[index];
  if (segment === undefined) {
    for (const method of node.rows.keys()) methods.add(method);
    return;
  }
  const child = node.children.get(segment);
  if (child !== undefined) addMethods(child, segments, methods, index + 1);
  if (node.parameter !== null && segment !== '') addMethods(node.parameter, segments, methods, index + 1);
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

function segmentsOf(path: string): string[] {
  return withoutSlash(path).split('/').slice(1);
}

function readParams(names: readonly string[], values: readonly string[]): Readonly<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) params[name] = decode(values[index] as string);
  return params;
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw new ApiError('bad_request', 'The path has malformed percent-encoding.', { cause });
  }
}
