export { defineContractSuite, type SuiteOptions } from './define-contract-suite.ts';
