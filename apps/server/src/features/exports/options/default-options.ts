/** What an export does that says nothing else. */
export const defaultOptions = { format: 'csv', includeVariants: true, delimiter: ',', bom: false } as const;
