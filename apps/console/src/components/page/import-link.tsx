import { UploadIcon } from '@primer/octicons-react';
import type { RecordType } from '@product-content/contract';
import { useMay } from '../../session/session.ts';
import { ButtonLink } from './link.tsx';

export interface ImportLinkProps {
  /** What the rows of the file are. Default: products. */
  readonly recordType?: RecordType;
  readonly variant?: 'default' | 'filled';
}

/** The way to the imports, for a key that may import. */
export function ImportLink({ recordType, variant = 'default' }: ImportLinkProps) {
  if (!useMay('imports.create')) return null;
  return (
    <ButtonLink to="/imports" search={{ recordType }} variant={variant} leftSection={<UploadIcon />}>
      Import a file
    </ButtonLink>
  );
}
