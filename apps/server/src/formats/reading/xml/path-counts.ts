/** An element at one path of a document. */
interface PathNode {
  readonly path: string;
  readonly below: Map<string, PathNode>;
  count: number;
}

/** Paths that are counted, the first ones: they are named in a message. */
const countedPaths = 10;

/** Counts the elements of a document by their path, each in constant time however deep it stands. */
export class PathCounts {
  private readonly root: PathNode = { path: '', below: new Map(), count: 0 };
  private readonly open: (PathNode | null)[] = [this.root];
  private readonly counted: PathNode[] = [];

  enter(name: string): void {
    const parent = this.open.at(-1) ?? null;
    const node = parent === null ? null : (parent.below.get(name) ?? this.add(parent, name));
    if (node !== null) node.count++;
    this.open.push(node);
  }

  leave(): void {
    this.open.pop();
  }

  /** The paths that were seen first, with how often. */
  get seen(): readonly { readonly path: string; readonly count: number }[] {
    return this.counted;
  }

  private add(parent: PathNode, name: string): PathNode | null {
    if (this.counted.length === countedPaths) return null;
    const node = { path: parent === this.root ? name : `${parent.path}.${name}`, below: new Map(), count: 0 };
    parent.below.set(name, node);
    this.counted.push(node);
    return node;
  }
}
