/** Where a command writes, and where relative paths start. */
export interface Terminal {
  readonly folder: string;
  out(text: string): void;
  err(text: string): void;
}

/**
 * What the `contract-kit` program provides to the commands of other packages.
 *
 * @typeParam Contract the contract type of the command: a ts-rest router, which this package does not import.
 */
export interface CommandHost<Contract> extends Terminal {
  /** @throws TypeError when the module cannot be loaded or does not export the name. */
  loadContract(file: string, exportName: string): Promise<Contract>;
}
