import { MongoBackend } from '@agendajs/mongo-backend';
import { MongoClient } from 'mongodb';
import { type BackendOptions, connectTimeoutMs, type OpenedBackend, unreachable } from './open-backend.ts';

/** Distinct from the collections of other applications in the same database. */
const collection = 'product_content_agenda_jobs';

/** @throws StartError when the server cannot be reached. */
export async function openMongoBackend({ url }: BackendOptions): Promise<OpenedBackend> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: connectTimeoutMs, appName: 'product-content jobs' });
  try {
    await client.connect();
  } catch (error) {
    await client.close();
    throw unreachable('MongoDB', error);
  }
  return { backend: new MongoBackend({ mongo: client.db(), collection }), close: () => client.close() };
}
