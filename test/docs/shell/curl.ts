import { findProgram } from '@product-content/test-support/optional-programs';

/** True on a machine without curl, where documents that use it cannot be walked through. */
export const curlIsMissing = findProgram('curl') === null;
