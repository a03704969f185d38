export { createWebhooks, type Webhooks } from './create-webhooks.ts';
