export { startSchedule } from './schedule.ts';
export { WorkQueue } from './work-queue.ts';
