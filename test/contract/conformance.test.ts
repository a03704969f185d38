import { defineContractSuite } from '@contract-kit/contract-testing/vitest';
import { contract } from '@product-content/contract';
import { setUpConformance } from './conformance-setup.ts';

defineContractSuite(contract, { setup: setUpConformance, strict: true });
