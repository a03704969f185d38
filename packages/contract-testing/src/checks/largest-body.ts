/** Largest body that is sent to see it refused, in bytes. */
export const largestBody = 64 * 1024 * 1024;

/** Why a body is not sent. */
export function tooLargeToSend(length: number): string {
  return `It takes a body of ${length} bytes to be over the limit; ${largestBody} at most are sent.`;
}
