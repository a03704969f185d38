/** The notes for hosts that take a `Request`, without a framework. */
export function createNotesHandler(basePath = ''): (request: Request) => Promise<Response> {
  const notes = new Map<string, { id: string; text: string }>();
  let created = 0;

  const save = (status: number, id: string, text: string) => {
    const note = { id, text };
    notes.set(id, note);
    return Response.json(note, { status });
  };

  const one = async (request: Request, id: string): Promise<Response> => {
    const note = notes.get(id);
    if (note === undefined) return refuse(404);
    if (request.method === 'DELETE') {
      notes.delete(id);
      return new Response(null, { status: 204 });
    }
    if (request.method === 'GET' || request.method === 'HEAD') return Response.json(note);
    const text = await readText(request);
    return text === null ? refuse(400) : save(200, id, text);
  };

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.startsWith(`${basePath}/notes`)) return refuse(404);
    const [id] = pathname.slice(`${basePath}/notes`.length).split('/').filter(Boolean);
    if (id !== undefined) return one(request, decodeURIComponent(id));
    if (request.method === 'GET' || request.method === 'HEAD') {
      return ['me', 'all'].includes(searchParams.get('of') ?? '') ? Response.json([...notes.values()]) : refuse(400);
    }
    const text = await readText(request);
    if (text === null) return refuse(400);
    created += 1;
    return save(201, `n${created}`, text);
  };
}

function refuse(status: number): Response {
  return Response.json({ message: 'Refused.' }, { status });
}

/** Null where the body is not a note. */
async function readText(request: Request): Promise<string | null> {
  const body: unknown = await request.json().catch(() => null);
  const text = typeof body === 'object' && body !== null && 'text' in body ? body.text : null;
  return typeof text === 'string' && text !== '' && text.length <= 200 ? text : null;
}
