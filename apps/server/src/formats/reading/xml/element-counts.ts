/** All elements at one path of a document. */
interface PathNode {
  readonly name: string;
  readonly parent: PathNode | null;
  readonly below: Map<string, PathNode>;
  count: number;
  /** Texts and attributes in all of them, including nested elements. */
  values: number;
}

/** An element that has not ended. */
interface OpenElement {
  readonly node: PathNode | null;
  values: number;
  hasChildren: boolean;
}

/** Maximum number of paths that are counted. */
const countedPaths = 1_000;

/** Paths listed in a message. */
const maxListedPaths = 10;

/** An element counts as a list if at least this share of its values is in its child elements. */
const wholeShare = 0.9;

/** Counts the elements of a document by path, each in constant time at any depth. */
export class ElementCounts {
  private readonly root: PathNode = { name: '', parent: null, below: new Map(), count: 0, values: 0 };
  private readonly open: OpenElement[] = [{ node: this.root, values: 0, hasChildren: false }];
  private readonly counted: PathNode[] = [];

  enter(name: string, attributes: number): void {
    const outer = this.open.at(-1) as OpenElement;
    outer.hasChildren = true;
    const node = outer.node === null ? null : (outer.node.below.get(name) ?? this.add(outer.node, name));
    if (node !== null) node.count++;
    this.open.push({ node, values: attributes, hasChildren: false });
  }

  leave(): void {
    const { node, values: inner, hasChildren } = this.open.pop() as OpenElement;
    const values = inner + (hasChildren ? 0 : 1);
    if (node !== null) node.values += values;
    (this.open.at(-1) as OpenElement).values += values;
  }

  /** The first paths found, with the number of elements. */
  get seen(): readonly { readonly path: string; readonly count: number }[] {
    return this.counted.slice(0, maxListedPaths).map((node) => ({ path: pathOf(node), count: node.count }));
  }

  /** Whether an element occurs at a path. */
  has(path: string): boolean {
    let node: PathNode | undefined = this.root;
    for (const name of path.split('.')) node = node?.below.get(name);
    return node !== undefined;
  }

  /**
   * The path of the elements that are the items of the document: among those that repeat and hold more than one value,
   * those that hold most of the document. Elements that hold hardly anything but repeated elements are groups of items.
   *
   * @returns null when nothing repeats.
   */
  findItems(): string | null {
    const repeated = this.counted.filter(({ count, values }) => count > 1 && values > count);
    const [largest] = repeated.toSorted((a, b) => b.values - a.values);
    if (largest === undefined) return null;
    let items = largest;
    for (;;) {
      const inner = repeated.find(
        ({ parent, count, values }) =>
          isWithin(parent, items) && count > items.count && values >= items.values * wholeShare,
      );
      if (inner === undefined) return pathOf(items);
      items = inner;
    }
  }

  private add(parent: PathNode, name: string): PathNode | null {
    if (this.counted.length === countedPaths) return null;
    const node = { name, parent, below: new Map(), count: 0, values: 0 };
    parent.below.set(name, node);
    this.counted.push(node);
    return node;
  }
}

function isWithin(node: PathNode | null, outer: PathNode): boolean {
  for (let at = node; at !== null; at = at.parent) if (at === outer) return true;
  return false;
}

function pathOf({ name, parent }: PathNode): string {
  return parent === null || parent.parent === null ? name : `${pathOf(parent)}.${name}`;
}
