/** Where the key is while the tab is open: nowhere else, and never in an address. */
const name = 'product-content-key';

export const storedKey = {
  read: (): string | null => sessionStorage.getItem(name),
  write: (key: string): void => sessionStorage.setItem(name, key),
  remove: (): void => sessionStorage.removeItem(name),
} as const;
