export { createRequests } from './create-requests.ts';
