const noBody = Symbol('no body');

/**
 * Replaces `@ts-rest/core` in the bundle, which would bring its client and a copy of zod 3: at run time, the contract
 * only asks it for the sign that an operation has no body.
 */
export const initContract = () => ({ noBody: () => noBody });
