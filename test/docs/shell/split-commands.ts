/** One command of a shell block. */
export interface ShellCommand {
  /** With its continuation lines, without its comment. */
  readonly text: string;
  /** What follows `#` at its end. */
  readonly comment: string;
}

/** Splits a shell block into its commands. A command goes on after a backslash and inside quotes. */
export function splitCommands(block: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let pending = '';
  for (const line of block.split('\n')) {
    const { text, comment } = cutComment(pending + line);
    if (comment === null) {
      pending = `${pending}${line}\n`;
      continue;
    }
    pending = '';
    if (text.trim() !== '') commands.push({ text: text.trim(), comment });
  }
  if (pending !== '') throw new Error(`The command does not end: ${pending}`);
  return commands;
}

/** @returns a null comment when the command goes on in the next line. */
function cutComment(text: string): { text: string; comment: string | null } {
  let quote = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] as string;
    if (character === '\\' && quote !== "'") index += 1;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '#' && /^\s?$/.test(text[index - 1] ?? '')) {
      return { text: text.slice(0, index), comment: text.slice(index + 1).trim() };
    }
  }
  return { text, comment: quote === '' && !text.endsWith('\\') ? '' : null };
}
