import { jobRetentionDays } from '@product-content/contract';

/** When a job that ends now is deleted. */
export function expiryOf(finishedAt: Date): Date {
  return new Date(finishedAt.getTime() + jobRetentionDays * 24 * 60 * 60_000);
}
