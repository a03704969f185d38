export {
  ConcurrencyLimit,
  type ExhaustedBound,
  forEachInSlices,
  isSliceOver,
  mapInSlices,
  nextSlice,
} from '@contract-kit/middleware/fairness';
export { toFieldErrors, validate } from '@contract-kit/middleware/validation';
export * from './check.ts';
export * from './clock.ts';
export * from './errors.ts';
export * from './field-problems.ts';
export * from './ids.ts';
export * from './logger.ts';
export * from './node-http.ts';
export * from './poll-loop.ts';
export * from './recurring-task.ts';
export * from './request-context.ts';
export * from './tracing.ts';
