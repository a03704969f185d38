export * from './concurrency-limit.ts';
export { forEachInSlices, isSliceOver, mapInSlices, nextSlice } from './slices.ts';
