import type { DownloadedFile } from '@contract-kit/client';
import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { download } from '../../api/download.ts';
import { toProblem } from '../../api/problem.ts';
import { notifyProblem } from './notify.tsx';

export interface DownloadButtonProps extends ButtonProps {
  readonly fetch: () => Promise<DownloadedFile>;
  readonly children: ReactNode;
}

/** Fetches a file with the key and passes it to the browser, which saves it. */
export function DownloadButton({ fetch, children, ...button }: DownloadButtonProps) {
  const [isPending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      await download(await fetch());
    } catch (error) {
      notifyProblem(toProblem(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Button variant="default" {...button} loading={isPending} onClick={() => void save()}>
      {children}
    </Button>
  );
}
