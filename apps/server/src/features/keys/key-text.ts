import { createApiKey, unauthorized } from '@contract-kit/middleware';
import { encodeSuffix } from '../../kernel/index.ts';
import { keyPrefix } from './key-record.ts';

/** The text of a new key, its prefix and the hash to store. @param id UUIDv7. */
export const createKeyText = (id: string) => createApiKey({ prefix: keyPrefix, id: encodeSuffix(id) });

/** The failure of a caller whose key has ended since the request was authenticated. */
export const keyEnded = () => unauthorized('The API key has ended.');
