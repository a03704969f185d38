import { recordStatements } from '../catalog/index.ts';
import { CollectionEntity, type CollectionRow } from './collection.entity.ts';

export const collectionStatements = recordStatements<CollectionRow>(CollectionEntity);
