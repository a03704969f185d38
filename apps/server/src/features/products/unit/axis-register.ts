/** Which variant has which combination of axis values, for each parent. */
export class AxisRegister {
  readonly #holders = new Map<string, string>();
  readonly #keys = new Map<string, string>();

  /** The variant of a parent with a combination, or undefined. */
  holder(parentId: string, axisKey: string): string | undefined {
    return this.#holders.get(`${parentId}\n${axisKey}`);
  }

  /** Records the combination of a variant, replacing the one it had. */
  claim(parentId: string, axisKey: string | null, productId: string): void {
    this.release(productId);
    if (axisKey === null) return;
    const key = `${parentId}\n${axisKey}`;
    this.#holders.set(key, productId);
    this.#keys.set(productId, key);
  }

  release(productId: string): void {
    const key = this.#keys.get(productId);
    if (key === undefined) return;
    this.#keys.delete(productId);
    if (this.#holders.get(key) === productId) this.#holders.delete(key);
  }
}
