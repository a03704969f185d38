export { type DescribeIssue, type FieldErrorOptions, toFieldErrors } from '../errors/field-errors.ts';
export { describeExpected, describeIssue, type SchemaIssue } from '../errors/issue-message.ts';
export { type Schema, type Validated, validate } from './validate.ts';
