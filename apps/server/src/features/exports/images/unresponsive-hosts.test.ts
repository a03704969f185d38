import { expect, it } from 'vitest';
import { UnresponsiveHosts } from './unresponsive-hosts.ts';

it('a host gets no more requests after three failures in a row, but others do', () => {
  const hosts = new UnresponsiveHosts();
  for (let count = 0; count < 3; count += 1) {
    expect(hosts.isWorthAsking('https://dead.example/a.png')).toBe(true);
    hosts.addFailure('https://dead.example/a.png', 'timeout');
  }
  expect(hosts.isWorthAsking('https://dead.example/b.png')).toBe(false);
  expect(hosts.isWorthAsking('https://live.example/b.png')).toBe(true);
});

it('a host that responds in between gets further requests, even if it has no image', () => {
  const hosts = new UnresponsiveHosts();
  const url = 'https://slow.example/a.png';
  for (let count = 0; count < 10; count += 1) {
    hosts.addFailure(url, 'timeout');
    hosts.addFailure(url, 'connection');
    if (count % 2 === 0) hosts.addSuccess(url);
    else hosts.addFailure(url, 'status');
  }
  expect(hosts.isWorthAsking(url)).toBe(true);
});
