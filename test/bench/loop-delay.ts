import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';

/**
 * Preloaded into a server that is measured (`--import`). Asked by its parent, it says how long the event loop was held
 * at most since it was asked before, in milliseconds: by the clock, and by the processor time of its thread, which other
 * processes of a busy machine do not distort.
 */
const resolutionMs = 2;
const delays = monitorEventLoopDelay({ resolution: resolutionMs });
delays.enable();

let heldCpuMs = 0;
let cpuBefore = threadCpuMs();
setInterval(() => {
  const cpu = threadCpuMs();
  heldCpuMs = Math.max(heldCpuMs, cpu - cpuBefore);
  cpuBefore = cpu;
}, resolutionMs).unref();

process.on('message', (message) => {
  if (message !== 'loop-delay') return;
  process.send?.({ heldMs: delays.max / 1e6, heldCpuMs });
  delays.reset();
  heldCpuMs = 0;
});
process.channel?.unref();

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
