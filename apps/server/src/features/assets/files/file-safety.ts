/** What browsers show and do not run. */
const shown = /^(image\/(?!svg\+xml$)|video\/|audio\/)/;

/** How a browser is to take a file: everything it might run is a download. */
export function dispositionOf(mediaType: string): 'inline' | 'attachment' {
  return shown.test(mediaType) ? 'inline' : 'attachment';
}

/** The bytes at an address never change. */
export const foreverPublic = 'public, max-age=31536000, immutable';

/** However it is opened, nothing in a file runs, loads anything or has the origin of the API (CSP Level 3). */
export const lockedAway = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;
