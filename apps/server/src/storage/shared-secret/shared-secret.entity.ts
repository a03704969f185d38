import { defineEntity, p } from '@mikro-orm/core';

/** A secret that all processes on one database share. */
export const SharedSecretEntity = defineEntity({
  name: 'SharedSecret',
  tableName: 'shared_secret',
  properties: {
    name: p.text().primary(),
    value: p.blob(),
    /** Id of the key that encrypts it; null: not encrypted. */
    keyId: p.text().strictNullable(),
    createdAt: p.datetime(3),
  },
});
