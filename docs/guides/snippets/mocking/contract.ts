export { contract } from '../../../../packages/middleware/examples/todo-server/contract.ts';
