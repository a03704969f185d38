import type { ReactNode } from 'react';

// Next.js asks for the default export.
// biome-ignore lint/style/noDefaultExport: see above
export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
