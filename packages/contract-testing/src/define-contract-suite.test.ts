import { contract } from '../test-support/tasks-contract.ts';
import { createTasksApp } from '../test-support/tasks-server.ts';
import { defineContractSuite } from './define-contract-suite.ts';

defineContractSuite(contract, {
  setup: () => {
    const { app, credentials } = createTasksApp();
    return { app, credentials, runs: 5 };
  },
  strict: true,
});
