import { config } from 'zod';

// Otherwise schemas are compiled to functions, which the page's Content-Security-Policy forbids. Must be imported
// before the contract.
config({ jitless: true });
