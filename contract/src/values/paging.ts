/** Checks that a list query names its page in only one way; for `refine` with {@link onePlaceProblem}. */
export function onePlace({ page, cursor }: { page?: number; cursor?: string }): boolean {
  return page === undefined || cursor === undefined;
}

export const onePlaceProblem = { path: ['cursor' as PropertyKey], message: 'Send either page or cursor.' };
