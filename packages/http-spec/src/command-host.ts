/** Where a command writes, and where relative paths start. */
export interface Terminal {
  readonly folder: string;
  out(text: string): void;
  err(text: string): void;
}

/**
 * What the program `contract-kit` gives the commands that other packages bring.
 *
 * @typeParam Contract a contract as the command takes it: a router of ts-rest, which this package does not know.
 */
export interface CommandHost<Contract> extends Terminal {
  /** @throws TypeError when the module cannot be loaded or does not export the name. */
  loadContract(file: string, exportName: string): Promise<Contract>;
}
