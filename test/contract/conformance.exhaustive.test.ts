import { createServer } from 'node:http';
import { defineContractSuite } from '@contract-kit/contract-testing/vitest';
import { contract } from '@product-content/contract';
import { afterAll } from 'vitest';
import { setUpConformance } from './conformance-setup.ts';

/** Where webhooks go. */
const receiver = createServer((_request, response) => void response.writeHead(204).end());
afterAll(() => {
  receiver.close();
  receiver.closeAllConnections();
});

defineContractSuite(contract, { setup: () => setUpConformance(receiver), strict: true });
