/**
 * The body of an upload as a form, where files are `Blob`s or `File`s: `fs.openAsBlob(path)` reads one from disk while
 * it is sent. Null when it holds no file and the operation takes JSON as well.
 */
export function toFormData(body: unknown, bodyTypes: readonly string[]): FormData | null {
  const entries = Object.entries(body as object).filter(([, value]) => value !== undefined);
  const hasFile = entries.some(([, value]) => value instanceof Blob);
  if (!hasFile && bodyTypes.includes('application/json')) return null;
  const form = new FormData();
  for (const [name, value] of entries) {
    form.append(name, value instanceof Blob || typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}
