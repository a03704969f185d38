export { type ContractRoute, contractRoutesOf } from '../contract/contract-route.ts';
export { isSamePath, type PathParameter, parametersOf } from '../contract/path-template.ts';
export { type ArbitraryOptions, arbitraryOf } from './arbitrary-of.ts';
export { branchesOf, type DocumentedSchema, type DocumentOptions, documentedSchemaOf } from './documented-schema.ts';
export { sampleFiles } from './sample-files.ts';
