import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { run } from '@product-content/test-support/run-program';
import { expect, it } from 'vitest';

/** Prints how many modules of OpenTelemetry are loaded by the whole app, without telemetry and with `/metrics`. */
const program = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      if (url.includes('@opentelemetry')) loaded.add(url);
      return next(url, context);
    },
  });
  await import('./serve.ts');
  const { openTelemetry } = await import('./observability/index.ts');
  const { silentLogger } = await import('./kernel/index.ts');
  const config = { role: 'all', metricsPort: null, metricsHost: '127.0.0.1', otlpEndpoint: null, traceRatio: 1, tracesPerSecond: 20 };
  await openTelemetry(config, silentLogger);
  const off = loaded.size;
  const telemetry = await openTelemetry({ ...config, metricsPort: 0 }, silentLogger);
  await telemetry.close();
  console.log(JSON.stringify({ off, on: loaded.size > 20 }));
`;

it('nothing of OpenTelemetry is loaded while telemetry is off', async () => {
  const folder = fileURLToPath(new URL('../', import.meta.url));
  const printed = await run(folder, process.execPath, '--input-type=module', '--eval', program);
  expect(JSON.parse(printed)).toEqual({ off: 0, on: true });
});
