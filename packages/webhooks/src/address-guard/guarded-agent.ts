import { type AgentOptions, type ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions as HttpsAgentOptions } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { blockedAddress } from './address-guard-error.ts';
import { type AddressGuardOptions, type AddressPolicy, createAddressPolicy } from './address-policy.ts';
import { createGuardedLookup } from './guarded-lookup.ts';

export interface GuardedAgentOptions extends AddressGuardOptions {
  /** The protocol of its requests. Default `https:`. */
  readonly protocol?: 'https:' | 'http:';
  /** Node's options for the agent; connections are kept alive by default. A proxy would connect unguarded. */
  readonly agent?: Omit<HttpsAgentOptions, 'lookup' | 'proxyEnv'>;
}

type OnCreated = (error: Error | null, stream: Duplex) => void;

/**
 * An agent for `http.request` or `https.request` that connects to admitted addresses only: names are looked up by
 * {@link createGuardedLookup}, a host that is an address is checked directly, and Unix sockets are not reachable. A
 * refused request fails with the `error` AddressGuardError `blocked_address` before anything is sent.
 *
 * Redirects are not followed by `node:http`, and your code must not follow them without the agent.
 *
 * @example
 * const agent = createGuardedAgent();
 * https.request(url, { agent, method: 'POST', headers }).on('error', …).end(body);
 * @throws TypeError for agent options that would bypass the guard.
 */
export function createGuardedAgent(options: GuardedAgentOptions = {}): HttpAgent {
  const { protocol = 'https:', agent = {} } = options;
  if ('lookup' in agent || 'proxyEnv' in agent || 'socketPath' in agent) {
    throw new TypeError('A guarded agent does not accept lookup, proxyEnv or socketPath: they would bypass the guard.');
  }
  const policy = createAddressPolicy(options);
  const agentOptions = { keepAlive: true, ...agent, lookup: createGuardedLookup(options) };
  return protocol === 'http:'
    ? new GuardedHttpAgent(agentOptions, policy)
    : new GuardedHttpsAgent(agentOptions, policy);
}

class GuardedHttpAgent extends HttpAgent {
  readonly #policy: AddressPolicy;

  constructor(options: AgentOptions, policy: AddressPolicy) {
    super(options);
    this.#policy = policy;
  }

  override createConnection(options: ClientRequestArgs, onCreated?: OnCreated): Duplex | null | undefined {
    if (!mayConnect(options, this.#policy)) return refuse(onCreated);
    return super.createConnection(options, onCreated);
  }
}

class GuardedHttpsAgent extends HttpsAgent {
  readonly #policy: AddressPolicy;

  constructor(options: HttpsAgentOptions, policy: AddressPolicy) {
    super(options);
    this.#policy = policy;
  }

  override createConnection(options: ClientRequestArgs, onCreated?: OnCreated): Duplex | null | undefined {
    if (!mayConnect(options, this.#policy)) return refuse(onCreated);
    return super.createConnection(options, onCreated);
  }
}

/** Whether Node may open the connection: Node does not call the lookup for an address or a socket path. */
function mayConnect({ host, path, socketPath }: ClientRequestArgs, { admits }: AddressPolicy): boolean {
  if (socketPath != null || path != null) return false;
  const literal = host ?? '';
  return isIP(literal) === 0 || admits(literal);
}

function refuse(onCreated: OnCreated | undefined): undefined {
  const error = blockedAddress();
  // Node's agent reads only the error, and only after createConnection has returned.
  process.nextTick(() => onCreated?.(error, undefined as unknown as Duplex));
  return undefined;
}
