export { defineTask, type RecurringTask } from './recurring-task.ts';
export { createTasks, type TaskServices } from './registry.ts';
export { type Schedule, startSchedule } from './schedule.ts';
export { WorkQueue } from './work-queue.ts';
