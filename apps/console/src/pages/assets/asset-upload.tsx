import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { limits } from '@product-content/contract';
import { useRef, useState } from 'react';
import { type Problem, toProblem } from '../../api/problem.ts';
import { useUpload } from '../../api/use-upload.ts';
import { UploadProgress } from '../../components/forms/upload-progress.tsx';
import { ProblemAlert } from '../../components/page/problem-alert.tsx';
import { Status } from '../../components/records/values.tsx';

interface Upload {
  readonly name: string;
  readonly state: keyof typeof tones;
  /** Why it failed. */
  readonly problem?: Problem;
}

const tones = {
  waiting: 'idle',
  uploading: 'busy',
  added: 'good',
  'already in the library': 'idle',
  canceled: 'idle',
  failed: 'bad',
} as const;

/** Uploads dropped or chosen files to the current folder, one after the other. */
export function AssetUpload({ folder }: { readonly folder: string | undefined }) {
  const { mutateAsync: create, sent, cancel } = useUpload('assets.create', { showsProblem: true });
  const openDialog = useRef<() => void>(null);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const isUploading = uploads.some(({ state }) => state === 'waiting' || state === 'uploading');

  const send = async (file: File): Promise<Partial<Upload>> => {
    try {
      const { status } = await create({ body: { file, ...(folder && { folder }) } });
      return { state: status === 201 ? 'added' : 'already in the library' };
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return { state: 'canceled' };
      return { state: 'failed', problem: toProblem(error) };
    }
  };

  const upload = async (files: readonly File[]) => {
    setUploads(files.map(({ name }) => ({ name, state: 'waiting' })));
    for (const [index, file] of files.entries()) {
      const set = (change: Partial<Upload>) =>
        setUploads((before) => before.map((one, at) => (at === index ? { ...one, ...change } : one)));
      set({ state: 'uploading' });
      set(await send(file));
    }
  };

  const reject = (rejections: readonly FileRejection[]) =>
    setUploads((before) => [
      ...before,
      ...rejections.map(({ file, errors }): Upload => {
        const message = errors.map((error) => error.message).join(' ');
        return { name: file.name, state: 'failed', problem: { message, fields: {}, requestId: null } };
      }),
    ]);

  return (
    <Stack gap="sm">
      <Dropzone
        onDrop={(files) => files.length > 0 && void upload(files)}
        onReject={reject}
        openRef={openDialog}
        maxSize={limits.assetFile}
        disabled={isUploading}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ 'aria-label': 'Files to upload' }}
      >
        <Group justify="center" gap="sm">
          <Text c="dimmed">Drop files here{folder && folder !== '/' ? ` to put them in ${folder}` : ''}, or</Text>
          <Button variant="default" disabled={isUploading} onClick={() => openDialog.current?.()}>
            Choose files
          </Button>
        </Group>
      </Dropzone>
      {uploads.length > 0 && (
        <Paper withBorder component="ul" className="plain" aria-label="Uploads" aria-live="polite">
          {uploads.map((one, index) => (
            <li key={index} className="tree-row">
              <Group justify="space-between" gap="sm">
                <span className="value">{one.name}</span>
                <Status state={one.state} tone={tones[one.state]} />
              </Group>
              {one.state === 'uploading' && <UploadProgress fileName={one.name} sent={sent} onCancel={cancel} />}
              {one.problem !== undefined && <ProblemAlert problem={one.problem} />}
            </li>
          ))}
        </Paper>
      )}
    </Stack>
  );
}
