import { initContract } from '@ts-rest/core';

/** The one ts-rest contract builder of this package. */
export const c: ReturnType<typeof initContract> = initContract();
