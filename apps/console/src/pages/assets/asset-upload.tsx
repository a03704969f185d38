import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { limits } from '@product-content/contract';
import { useRef, useState } from 'react';
import { type Problem, toProblem } from '../../api/problem.ts';
import { useRefresh } from '../../api/use-read.ts';
import { notifySuccess } from '../../components/page/notify.tsx';
import { ProblemAlert } from '../../components/page/problem-alert.tsx';
import { useSession } from '../../session/session.ts';

interface Progressing {
  readonly total: number;
  readonly done: number;
}

/** Uploads dropped or chosen files to the current folder, one after the other. */
export function AssetUpload({ folder }: { readonly folder: string | undefined }) {
  const { api } = useSession();
  const refresh = useRefresh();
  const openDialog = useRef<() => void>(null);
  const [progress, setProgress] = useState<Progressing | null>(null);
  const [problems, setProblems] = useState<readonly Problem[]>([]);

  const upload = async (files: readonly File[]) => {
    if (files.length === 0) return;
    setProblems([]);
    let [added, known] = [0, 0];
    for (const [done, file] of files.entries()) {
      setProgress({ total: files.length, done });
      try {
        const { status } = await api.assets.create({ body: { file, ...(folder && { folder }) } });
        if (status === 201) added++;
        else known++;
      } catch (error) {
        const problem = toProblem(error);
        setProblems((before) => [...before, { ...problem, message: `${file.name}: ${problem.message}` }]);
      }
    }
    setProgress(null);
    if (added > 0) notifySuccess(counted(added, 'was added', 'were added'));
    if (known > 0) notifySuccess(counted(known, 'was in the library already', 'were in the library already'));
    await refresh();
  };

  const reject = (rejections: readonly FileRejection[]) =>
    setProblems(
      rejections.map(({ file, errors }) => ({
        message: `${file.name}: ${errors.map(({ message }) => message).join(' ')}`,
        fields: {},
        requestId: null,
      })),
    );

  return (
    <Stack gap="sm">
      <Dropzone
        onDrop={(files) => void upload(files)}
        onReject={reject}
        openRef={openDialog}
        maxSize={limits.assetFile}
        disabled={progress !== null}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ 'aria-label': 'Files to upload' }}
      >
        {progress === null ? (
          <Group justify="center" gap="sm">
            <Text c="dimmed">Drop files here{folder && folder !== '/' ? ` to put them in ${folder}` : ''}, or</Text>
            <Button variant="default" onClick={() => openDialog.current?.()}>
              Choose files
            </Button>
          </Group>
        ) : (
          <Stack gap="xs" role="status">
            <Text>
              Uploading file {progress.done + 1} of {progress.total}
            </Text>
            <Progress value={(100 * progress.done) / progress.total} aria-label="Uploaded" />
          </Stack>
        )}
      </Dropzone>
      {problems.map((problem) => (
        <ProblemAlert key={problem.message} problem={problem} />
      ))}
    </Stack>
  );
}

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 file ${one}` : `${count} files ${many}`;
