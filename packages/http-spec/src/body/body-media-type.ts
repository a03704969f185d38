const mediaTypes = new WeakMap<object, string>();

/** Remembers which media type a parsed body came as, for schemas that differ by media type. */
export function rememberMediaType(body: object, mediaType: string): void {
  mediaTypes.set(body, mediaType);
}

/** The media type a parsed body came as; undefined for a value that was not read from a request. */
export function mediaTypeOf(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null ? mediaTypes.get(body) : undefined;
}
