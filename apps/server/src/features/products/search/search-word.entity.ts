import { defineEntity, p } from '@mikro-orm/core';

/** A word of the names and brands of a workspace. It stays when no product has it anymore. */
export const SearchWordEntity = defineEntity({
  name: 'SearchWord',
  tableName: 'search_word',
  properties: {
    workspaceId: p.uuid().primary(),
    word: p.text().primary(),
    /** The word, and what is left of it without one of its letters. */
    spellings: p.array().columnType('text[]'),
  },
});

/** Products whose search texts are to be made anew. */
export const SearchRefreshEntity = defineEntity({
  name: 'SearchRefresh',
  tableName: 'search_refresh',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** The last product done. */
    afterId: p.uuid().strictNullable(),
    createdAt: p.datetime(3),
  },
});
