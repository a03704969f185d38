import { createMikroOrmTransactionRunner } from '@contract-kit/middleware/mikro-orm';
import { defineEntity, p } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Notes } from './notes.ts';

const Note = defineEntity({ name: 'Note', tableName: 'note', properties: { label: p.text().primary() } });

export async function createNotesWithMikroOrm(clientUrl: string): Promise<Notes> {
  const poolSize = 10;
  const orm = await MikroORM.init({ clientUrl, entities: [Note], pool: { max: poolSize }, allowGlobalContext: true });
  const { transaction } = createMikroOrmTransactionRunner(orm.em, { poolSize });

  return {
    transaction,
    async add(label) {
      await orm.em.transactional(async (em) => {
        em.create(Note, { label });
      });
    },
    close: () => orm.close(),
  };
}
