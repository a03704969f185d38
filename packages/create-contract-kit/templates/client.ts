import process from 'node:process';
import { createClient } from '@contract-kit/client';
import { contract } from './contract.ts';

const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
const client = createClient(contract, { baseUrl, apiKey });
await client.create({ body: { title: 'Made by the client' } });
const { body } = await client.list();
for (const { id, title } of body.data) process.stdout.write(`${id} ${title}\n`);
