import type { SourceRow } from '../../source/source-folder.ts';

/** What is known about the elements before parts are sent: which parts have some, and which collide. */
export class ElementIndex {
  readonly #partNumbers: ReadonlySet<string>;
  /** True if several elements of a part have the same colour. */
  readonly #repeats = new Map<string, boolean>();
  readonly #partColors = new Set<string>();
  count = 0;

  constructor(partNumbers: ReadonlySet<string>) {
    this.#partNumbers = partNumbers;
  }

  add({ cells }: SourceRow): void {
    const { part_num = '', color_id = '' } = cells;
    if (!this.#partNumbers.has(part_num)) return;
    this.count++;
    const key = `${part_num}\n${color_id}`;
    this.#repeats.set(part_num, this.#repeats.get(part_num) === true || this.#partColors.has(key));
    this.#partColors.add(key);
  }

  /** Frees memory that only `add` needs. */
  close(): this {
    this.#partColors.clear();
    return this;
  }

  isPart(number: string): boolean {
    return this.#partNumbers.has(number);
  }

  /**
   * What distinguishes the elements of a part: their colour, and if that is ambiguous the element number, so that no
   * element is lost; null for a part without elements.
   */
  axesOf(part: string): string[] | null {
    const repeats = this.#repeats.get(part);
    if (repeats === undefined) return null;
    return repeats ? ['color', 'element_id'] : ['color'];
  }

  /** The SKU of an element: its number, distinct from a part with the same number. */
  skuOf(element: string): string {
    return this.#partNumbers.has(element) ? `element-${element}` : element;
  }
}
