import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express, type Request, type Response } from 'express';

/** The faults a notes server may have. */
export type NotesFault = 'takes-anything' | 'returns-html' | 'shows-more' | 'keeps-what-is-deleted';

/** A running server of the notes. */
export interface NotesServer {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** The notes served by plain Express, without any package of this library. */
export function createNotesApp(fault?: NotesFault): Express {
  const notes = new Map<string, { id: string; text: string }>();
  let created = 0;
  const refuse = (res: Response, status: number, message: string) => res.status(status).json({ message });
  const isValid = ({ body }: Request) =>
    fault === 'takes-anything' || (typeof body?.text === 'string' && body.text !== '' && body.text.length <= 200);
  const save = (id: string, { body }: Request) => {
    const note = { id, text: String(body?.text), ...(fault === 'shows-more' && { owner: 'me' }) };
    notes.set(id, note);
    return note;
  };

  const app = express();
  app.use(express.json());
  app.get('/notes', (req, res) => {
    if (!['me', 'all'].includes(String(req.query.of))) return refuse(res, 400, 'of');
    return res.json([...notes.values()]);
  });
  app.post('/notes', (req, res) => {
    if (!isValid(req)) return refuse(res, 400, 'text');
    created += 1;
    return res.status(201).json(save(`n${created}`, req));
  });
  app
    .route('/notes/:id')
    .all((req, res, next) => (notes.has(req.params.id) ? next() : refuse(res, 404, 'There is no such note.')))
    .get((req, res) => res.json(notes.get(req.params.id)))
    .put((req, res) => (isValid(req) ? res.json(save(req.params.id, req)) : refuse(res, 400, 'text')))
    .delete((req, res) => {
      if (fault !== 'keeps-what-is-deleted') notes.delete(req.params.id);
      res.status(204).end();
    });
  if (fault !== 'returns-html') {
    app.use((_error: unknown, _req: Request, res: Response, _next: unknown) => refuse(res, 400, 'Not understood.'));
  }

  return app.set('env', 'test');
}

/** {@link createNotesApp} on a free port. */
export async function startNotesServer(fault?: NotesFault): Promise<NotesServer> {
  const server = createServer(createNotesApp(fault));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
