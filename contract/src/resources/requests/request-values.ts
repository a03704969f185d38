/** How an operation was called: by a request of its own, or inside a request of an assistant. */
export const requestSources = ['api', 'assistant'] as const;

export type RequestSource = (typeof requestSources)[number];

/** Methods that requests of the log can be filtered by. */
export const requestMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
