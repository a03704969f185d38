export { type BorrowedKey, type LoadDependencies, registerLoad } from './load-command.ts';
