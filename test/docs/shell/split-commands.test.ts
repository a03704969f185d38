import { expect, it } from 'vitest';
import { splitCommands } from './split-commands.ts';

it('reads a line as a command without its comment', () => {
  expect(splitCommands('A=1\n\n# alone\ncurl "$A/#x" -d \'# no\'   # 304, no body\n')).toEqual([
    { text: 'A=1', comment: '' },
    { text: 'curl "$A/#x" -d \'# no\'', comment: '304, no body' },
  ]);
});

it('continues after a backslash and inside quotes', () => {
  const command = 'curl -X POST \\\n  -d \'{\n  "a": "it\'\'s"\n}\'';
  expect(splitCommands(`${command} # 201\necho "a\n\\"b"`)).toEqual([
    { text: command, comment: '201' },
    { text: 'echo "a\n\\"b"', comment: '' },
  ]);
});

it('refuses a quote that does not end', () => {
  expect(() => splitCommands("echo 'a\nb")).toThrow('does not end');
});
