/** Why a catalog cannot be loaded, as a message for the person who started the load. Printed without a stack. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}
