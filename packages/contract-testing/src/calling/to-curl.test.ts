import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { toCurl } from './to-curl.ts';

describe('a request as a line for a shell', () => {
  it('has a variable where the key was, and keeps every other text as it is', () => {
    const body = `{"title":"It's \\"$HOME\\" \`here\`"}`;
    const headers = { authorization: 'Bearer $KEY', 'if-match': '"a b"' };
    const line = toCurl({ method: 'PUT', url: 'http://127.0.0.1:9/a?b=c&d', headers, body });
    // The shell says what curl would be given.
    const words = execFileSync('sh', ['-c', line.replace(/^curl /, "printf '%s\\n' ")], {
      env: { KEY: 'secret' },
      encoding: 'utf8',
    });
    expect(words.trimEnd().split('\n')).toEqual([
      ...['-i', '-X', 'PUT', 'http://127.0.0.1:9/a?b=c&d'],
      ...['-H', 'authorization: Bearer secret', '-H', 'if-match: "a b"', '--data-raw', body],
    ]);
  });
});
