import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { standardHeaderNames } from '@contract-kit/webhooks';
import { type ReceiverOptions, receiveWebhooks } from '@contract-kit/webhooks/express';
import { webhookHeaders } from '@product-content/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { StartError } from '../../kernel/index.ts';
import type { Output } from '../output.ts';

interface ListenFlags {
  readonly secret: string[];
  readonly port: number;
  readonly json?: boolean;
}

/** Adds `pcm webhook listen`. */
export function registerWebhookCommands(program: Command, output: Output): void {
  const webhook = program.command('webhook').description('receive webhooks');
  webhook
    .command('listen')
    .description('receive webhooks on this machine, verify and print them, until you stop it')
    .requiredOption(
      '--secret <secret>',
      'the secret of the endpoint; after a rotation, give both by using this option twice',
      collect,
    )
    .option('--port <port>', 'port to listen on; 0 chooses a free one', parsePort, 4000)
    .option('--json', 'print each event as a line of JSON')
    .action(async (flags: ListenFlags) => {
      const server = await startWebhookListener(flags, output);
      await once(server, 'close');
    });
}

/** Listens on 127.0.0.1. @throws StartError when the port is taken; TypeError for an empty secret. */
export async function startWebhookListener({ secret, port, json }: ListenFlags, output: Output): Promise<Server> {
  const options: ReceiverOptions = {
    secrets: secret,
    headerNames: webhookHeaders,
    // A delivery that is repeated is shown again.
    seen: null,
    onEvent: (event, { deliveryId }) => {
      const words = `${event.createdAt}  ${event.type}  ${event.id}  ${deliveryId ?? '-'}\n${JSON.stringify(event.data)}`;
      output.stdout.write(`${json ? JSON.stringify(event) : words}\n`);
    },
    onRefused: ({ status, message, deliveryId }) =>
      void output.stderr.write(`Refused ${deliveryId ?? 'a request'} with ${status}: ${message}\n`),
  };
  const receiveTimestamped = receiveWebhooks(options);
  // A function, because a secret that Standard Webhooks cannot use only matters for a delivery signed that way.
  const receiveStandard = receiveWebhooks({ ...options, secrets: () => secret, scheme: 'standard_webhooks' });
  const server = createServer((request, response) => {
    const receive = standardHeaderNames.signature in request.headers ? receiveStandard : receiveTimestamped;
    receive(request, response, (error) => {
      output.stderr.write(`Failed: ${String(error)}\n`);
      response.writeHead(500).end();
    });
  });
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${message})`;
    throw new StartError(`Port ${port} ${reason}: choose another one with --port.`, { cause });
  }
  const { port: taken } = server.address() as AddressInfo;
  // On standard error, because with --json standard output carries only events.
  output.stderr.write(`Listening on http://127.0.0.1:${taken}\n`);
  return server;
}

function collect(secret: string, before: string[] | undefined): string[] {
  if (secret === '') throw new InvalidArgumentError('It must not be empty.');
  return [...(before ?? []), secret];
}

function parsePort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('It must be from 0 to 65535.');
  return Number(text);
}
