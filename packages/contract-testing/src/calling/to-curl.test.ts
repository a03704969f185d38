import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { toCurl } from './to-curl.ts';
import { toSent } from './to-sent.ts';

describe('a request as a line for a shell', () => {
  it('has a variable instead of the key, and keeps every other text', () => {
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

  it('has the parts of a form, and the names of files that are long or binary', async () => {
    const body = new FormData();
    body.set('title', 'A "b"; c');
    body.set('file', new File(['id,name\n1,"x"\n'], 'a.csv', { type: 'text/csv' }));
    body.set('picture', new File([new Uint8Array([0, 255])], 'a.png'));
    const line = toCurl(
      await toSent({ method: 'POST', url: 'http://127.0.0.1:9/a', headers: {}, redactedHeaders: {}, body }),
    );
    expect(line).toBe(
      [
        `curl -i -X POST 'http://127.0.0.1:9/a'`,
        `-F 'title="A \\"b\\"; c"'`,
        `-F 'file="id,name\n1,\\"x\\"\n";filename=a.csv;type=text/csv'`,
        `-F 'picture=@a.png;filename=a.png;type=application/octet-stream'`,
      ].join(' '),
    );
  });

  it('shows the beginning of a long body', async () => {
    const body = 'x'.repeat(5000);
    const sent = await toSent({ method: 'POST', url: 'http://127.0.0.1:9/a', headers: {}, redactedHeaders: {}, body });
    expect(sent.body).toBe(`${'x'.repeat(2000)}…`);
  });
});
