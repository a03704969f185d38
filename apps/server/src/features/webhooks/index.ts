export { createWebhooks, type Webhooks } from './create-webhooks.ts';
export { createSecretCipher, type SecretCipher } from './secret-cipher.ts';
