export type { FurtherCredential } from './calling/credentials.ts';
export type { Credential, Draft } from './calling/draft.ts';
export type { Exchange, ReceivedResponse } from './calling/exchange.ts';
export type {
  App,
  Credentials,
  FetchHandler,
  InProcessServer,
  Link,
  Preparation,
  Prepare,
  RunningServer,
  SchemeCredentials,
  VerifiedServer,
  VerifyOptions,
  VerifySettings,
} from './calling/options.ts';
export { allChecks } from './checks/all-checks.ts';
export type { Check, CheckedRoute } from './checks/check.ts';
export { type ContractRoute, contractRoutesOf } from './contract/contract-route.ts';
export { findHeaderProblem, findUndeclaredHeaders, type HeaderDocument } from './contract/find-header-problem.ts';
export {
  findBodyProblem,
  findContentTypeProblem,
  findErrorProblem,
  findStatusProblem,
  type ResponseParts,
} from './contract/find-response-problems.ts';
export { formatOperation, formatReport } from './running/format-report.ts';
export type { CheckResult, OperationReport, Report } from './running/report.ts';
export { startVerification, type Verification, verifyContract } from './verify-contract.ts';
