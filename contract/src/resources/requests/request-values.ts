/** How an operation was called: by a separate request, or within a request of an assistant. */
export const requestSources = ['api', 'assistant'] as const;

export type RequestSource = (typeof requestSources)[number];

/** Methods by which the request log can be filtered. */
export const requestMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
