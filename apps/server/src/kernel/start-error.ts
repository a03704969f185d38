/** Why the program cannot start, as a message for the person who starts it. Printed without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
