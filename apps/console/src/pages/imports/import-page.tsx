import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FileIcon } from '@primer/octicons-react';
import type { ImportAccepted } from '@product-content/contract';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toProblem } from '../../api/problem.ts';
import { useUpload } from '../../api/use-upload.ts';
import { Form } from '../../components/forms/form.tsx';
import { UploadProgress } from '../../components/forms/upload-progress.tsx';
import { Page, Section } from '../../components/page/page.tsx';
import { toSize } from '../../components/records/values.tsx';
import { CheckedRows } from './checked-rows.tsx';
import { ColumnTable } from './column-table.tsx';
import { DetectedFile, describeFile } from './detected-file.tsx';
import { FileDrop } from './file-drop.tsx';
import {
  type ChosenTargets,
  defaultSettings,
  type ImportSettings,
  toFormProblem,
  toImportRequest,
} from './import-settings.ts';
import { OptionFields } from './option-fields.tsx';

const route = getRouteApi('/imports');

/** Imports a file of products or of the catalog: a dry run checks it first, and the person imports it after seeing the result. */
export function ImportPage() {
  const navigate = useNavigate();
  const { recordType = 'products', profile = '' } = route.useSearch();
  const form = useForm<ImportSettings>({ initialValues: { ...defaultSettings, recordType, profile } });
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<ImportAccepted | null>(null);
  const [chosen, setChosen] = useState<ChosenTargets>({});
  const check = useUpload('imports.create', {
    showsProblem: true,
    onSuccess: ({ body }) => setChecked(body.data),
  });
  const run = useUpload('imports.create', {
    showsProblem: true,
    onSuccess: ({ body }) => navigate({ to: '/jobs/$jobId', params: { jobId: body.data.jobId } }),
  });
  const take = (dropped: File) => {
    setFile(dropped);
    setChecked(null);
    setChosen({});
    run.reset();
    check.mutate(toImportRequest({ file: dropped, settings: form.getValues(), checked: null, chosen: {} }, true));
  };
  const send = (dryRun: boolean) => {
    if (file === null) return;
    check.reset();
    run.reset();
    (dryRun ? check : run).mutate(toImportRequest({ file, settings: form.getValues(), checked, chosen }, dryRun));
  };
  const error = run.error ?? check.error;
  const sending = [run, check].find(({ isPending }) => isPending);
  return (
    <Page title="Import a file" description="Drop a file to check it. Nothing is saved until you import it.">
      {file === null ? (
        <>
          <FileDrop onFile={take} />
          <Section title="Options">
            <OptionFields form={form} />
          </Section>
        </>
      ) : (
        <>
          <Paper withBorder p="lg">
            <Group justify="space-between" gap="sm">
              <Group gap="sm" wrap="nowrap" miw={0}>
                <FileIcon />
                <Box miw={0} className="value">
                  <Text fw={500}>{file.name}</Text>
                  <Text size="sm" c="dimmed">
                    {checked !== null
                      ? describeFile(checked.detected)
                      : check.error === null
                        ? toSize(file.size)
                        : 'The file could not be read'}
                  </Text>
                </Box>
              </Group>
              <Button variant="default" disabled={sending !== undefined} onClick={() => setFile(null)}>
                Choose another file
              </Button>
            </Group>
            {sending !== undefined && (
              <UploadProgress
                fileName={file.name}
                sent={sending.sent}
                onCancel={() => {
                  sending.cancel();
                  if (checked === null) setFile(null);
                }}
              />
            )}
          </Paper>
          {checked !== null && <DetectedFile accepted={checked} />}
          <Section title="Options">
            <Form
              form={form}
              submit="Check the file"
              isPending={check.isPending}
              problem={error && toFormProblem(toProblem(error))}
              onSubmit={() => send(true)}
            >
              <OptionFields form={form} />
            </Form>
          </Section>
          {checked !== null && (
            <>
              <CheckedRows
                accepted={checked}
                isImporting={run.isPending}
                isChanged={Object.keys(chosen).length > 0}
                onImport={() => send(false)}
              />
              <Section title="Columns">
                <Text size="sm" c="dimmed">
                  Each column of the file and its targets. A column without a target is not imported.
                </Text>
                <Stack>
                  <ColumnTable
                    recordType={checked.recordType}
                    columns={checked.columns}
                    chosen={chosen}
                    onChoose={(column, targets) => setChosen({ ...chosen, [column]: targets })}
                  />
                </Stack>
              </Section>
            </>
          )}
        </>
      )}
    </Page>
  );
}
