/** The choices for a project; the first of each is the default. */
export const choices = {
  adapter: ['express', 'fetch'],
  store: ['memory', 'postgres'],
  packageManager: ['npm', 'pnpm'],
} as const;

export type Choices = { readonly [Name in keyof typeof choices]: (typeof choices)[Name][number] };
