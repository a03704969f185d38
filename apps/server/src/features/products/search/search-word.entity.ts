import { defineEntity, p } from '@mikro-orm/core';

/** A word of the names and brands in a workspace. It stays when no product contains it anymore. */
export const SearchWordEntity = defineEntity({
  name: 'SearchWord',
  tableName: 'search_word',
  properties: {
    workspaceId: p.uuid().primary(),
    word: p.text().primary(),
    /** The word, and all forms of it with one letter removed. */
    spellings: p.array().columnType('text[]'),
  },
});

/** Products whose search texts must be rebuilt. */
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
