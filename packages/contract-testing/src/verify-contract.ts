import { randomBytes } from 'node:crypto';
import { isRetired } from '@contract-kit/http-spec';
import { createOpenApiDocument, type OpenApiDocument } from '@contract-kit/openapi';
import { CredentialBook, schemesOf } from './calling/credentials.ts';
import { openServer } from './calling/open-server.ts';
import type { VerifyOptions, VerifySettings } from './calling/options.ts';
import { type ContractRoute, contractRoutesOf, withPolicies } from './contract/contract-route.ts';
import { runOperation } from './run-operation.ts';
import { type OperationReport, type Report, toReport } from './running/report.ts';
import { Session } from './running/session.ts';
import { ValidRequestFactory } from './running/valid-request-factory.ts';
import { selectChecks } from './select-checks.ts';
import type { AppRouter } from './ts-rest.ts';

/** A run that proceeds operation by operation. */
export interface Verification {
  /** The operations to verify, in the order of the contract. */
  readonly operations: readonly ContractRoute[];
  /** Runs the checks of one operation. */
  verify(operation: ContractRoute): Promise<OperationReport>;
  /** The report of the operations verified so far. */
  report(): Report;
  /** Closes what was started for the run; a server that ran before keeps running. */
  close(): Promise<void>;
}

/**
 * Verifies that a server keeps a contract: sends valid and invalid requests and checks every promise. For routes that
 * were not made by `operation()` it checks what ts-rest declares. It writes to the server and deletes the records it
 * created if the contract allows it; use a dedicated tenant.
 *
 * @example
 * const report = await verifyContract(contract, { app, credentials: { apiKey: key } });
 * if (report.failed > 0) throw new Error(formatReport(report));
 * @throws TypeError when an option names an operation, path or check that does not exist.
 */
export async function verifyContract(contract: AppRouter, options: VerifyOptions): Promise<Report> {
  const verification = await startVerification(contract, options);
  try {
    for (const operation of verification.operations) await verification.verify(operation);
    return verification.report();
  } finally {
    await verification.close();
  }
}

/** Like {@link verifyContract}, but one operation at a time. Call `close()` at the end. */
export async function startVerification(contract: AppRouter, options: VerifyOptions): Promise<Verification> {
  const routes = contractRoutesOf(contract);
  assertOptions(routes, options);
  // Checks cannot use an operation that has ended.
  const usable = routes.filter(({ policy }) => !isRetired(policy, Date.now()));
  const seed = options.seed ?? randomBytes(4).readUInt32BE() >>> 1;
  const checks = selectChecks(routes, usable, { ...options, seed });
  const operations = [...checks.keys()];
  assertCredentials(operations, new CredentialBook(options.credentials));
  const document = await documentOf(contract);
  const server = await openServer(options);
  const session = new Session(usable, document, server, { ...options, seed });
  const validRequests = new ValidRequestFactory(session);
  const done: OperationReport[] = [];
  return {
    operations,
    async verify(operation) {
      const report = await runOperation(operation, checks.get(operation) ?? [], session, validRequests);
      done.push(report);
      return report;
    },
    report: () => toReport(done, { seed, requests: session.requests }),
    close: server.close,
  };
}

/** A suite starts many runs with one contract, and its document is slow to build. */
const documents = new WeakMap<AppRouter, Promise<OpenApiDocument>>();

function documentOf(contract: AppRouter): Promise<OpenApiDocument> {
  const made =
    documents.get(contract) ??
    createOpenApiDocument(withPolicies(contract), { info: { title: 'Contract', version: '0' } });
  documents.set(contract, made);
  return made;
}

function assertCredentials(operations: readonly ContractRoute[], credentials: CredentialBook): void {
  const closed = operations.find((operation) => credentials.isMissingFor(operation));
  if (closed === undefined) return;
  const schemes = schemesOf(closed).join(' or ');
  throw new TypeError(`${closed.id} authenticates by ${schemes}: give credentials (--key).`);
}

function assertOptions(routes: readonly ContractRoute[], options: VerifySettings): void {
  const { links = {}, prepare = {}, runs = 20, every = 1 } = options;
  if (!(Number.isInteger(runs) && runs >= 1 && runs <= 1000)) throw new RangeError('runs must be 1 to 1000.');
  if (!(Number.isInteger(every) && every >= 1)) throw new RangeError('every must be a whole number from 1.');
  for (const template of Object.keys(links)) {
    if (!routes.some(({ path }) => path === template || path.startsWith(`${template}/`))) {
      throw new TypeError(`links["${template}"]: no path of the contract starts with it.`);
    }
  }
  for (const id of Object.keys(prepare)) {
    if (!routes.some((route) => route.id === id))
      throw new TypeError(`prepare["${id}"]: the contract has no such operation.`);
  }
}
