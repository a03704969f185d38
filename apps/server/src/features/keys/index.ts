export { keyNameOf } from './api-key.sql.ts';
export { createKeys, type Keys } from './create-keys.ts';
export { toApiKey } from './key.mapper.ts';
export * from './key-record.ts';
export { KeyUses } from './key-uses.ts';
export { KeyRepository } from './keys.repository.ts';
export { type CreatedKey, KeyService } from './keys.service.ts';
