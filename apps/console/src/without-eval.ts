import { config } from 'zod';

// Schemas are compiled to functions otherwise, which the page's Content-Security-Policy refuses. Comes before the contract.
config({ jitless: true });
