import { afterAll } from 'vitest';
import { contract } from '../../test-support/tasks-contract.ts';
import { startTasksServer, type TasksServer } from '../../test-support/tasks-server.ts';
import { defineContractSuite } from './index.ts';

let server: TasksServer;

defineContractSuite(contract, {
  setup: async () => {
    server = await startTasksServer();
    return { baseUrl: server.baseUrl, keys: server.keys, runs: 5 };
  },
  strict: true,
});

afterAll(() => server.close());
