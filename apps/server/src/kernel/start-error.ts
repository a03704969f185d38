/** Why the program cannot start, in words for whoever starts it. Printed without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
