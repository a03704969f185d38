/** What an export does that says nothing else. */
export const defaultOptions = { format: 'csv', includeVariants: true, delimiter: 'comma', bom: false } as const;
