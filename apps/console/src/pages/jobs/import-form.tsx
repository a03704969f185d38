import type { ImportAccepted, ImportMapping, ImportOptions } from '@product-content/contract';
import { useState } from 'preact/hooks';
import { CheckboxGroup, SelectField, TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Table } from '../../components/table.tsx';
import { toHash } from '../../route.ts';
import { useSession } from '../../session/session.ts';

const records = ['categories', 'attributes', 'options', 'collections'].map((name) => ({ value: name, label: name }));

/** Sends a file of products, to be tried or to be imported. */
export function ImportForm({ onAccepted }: { onAccepted: () => void }) {
  const { api } = useSession();
  const [accepted, setAccepted] = useState<ImportAccepted | null>(null);
  const send = async (fields: FormData) => {
    setAccepted(null);
    const text = (name: string) => String(fields.get(name) ?? '').trim() || undefined;
    const created = fields.getAll('createMissing').map((name) => [String(name), true]);
    const { body } = await api.imports.create({
      body: {
        file: fields.get('file') as File,
        dryRun: text('dryRun') === 'true',
        mode: text('mode') as ImportOptions['mode'],
        // What is left as it is comes from the preset of the file.
        createMissing: created.length === 0 ? undefined : Object.fromEntries(created),
        decimalSeparator: text('options.decimalSeparator') as ImportOptions['decimalSeparator'],
        imageBase: text('imageBase'),
        mapping: toMapping(text('mapping')),
      },
      // A large file takes its time on a slow line.
      timeoutMs: 10 * 60_000,
    });
    setAccepted(body.data);
    onAccepted();
  };
  return (
    <>
      <Form submit="Send the file" onSubmit={send}>
        <TextField
          name="file"
          label="File"
          type="file"
          required
          hint="CSV, TSV, XLSX, XML, JSON or NDJSON, also compressed with gzip."
        />
        <SelectField name="dryRun" label="What to do with it">
          <option value="true">Try it: check every row, save nothing</option>
          <option value="false">Import it</option>
        </SelectField>
        <SelectField name="mode" label="Rows of products that exist, and that do not">
          <option value="upsert">Change those that exist, create the others</option>
          <option value="create">Create only</option>
          <option value="update">Change only</option>
        </SelectField>
        <CheckboxGroup
          name="createMissing"
          label="Create what a cell names and does not exist"
          options={records}
          hint="None: files of known shops create what they name; otherwise it is an error of the row."
        />
        <SelectField name="options.decimalSeparator" label="Decimal separator">
          <option value="">Found in each column</option>
          <option value=".">Point: 1.5</option>
          <option value=",">Comma: 1,5</option>
        </SelectField>
        <TextField
          name="imageBase"
          label="Address of the images"
          placeholder="https://shop.example.com/media/"
          hint="Stands before images the file names without an address."
        />
        <TextField
          name="mapping"
          label="Mapping"
          placeholder='{"Title": "name", "Price": "prices.EUR"}'
          hint="JSON, file column to column key. Empty: columns are recognised by their names."
        />
      </Form>
      {accepted !== null && <Accepted accepted={accepted} />}
    </>
  );
}

/** Text that is not JSON goes as it is: the server says what is wrong with it. */
function toMapping(text: string | undefined): ImportMapping | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as ImportMapping);
  } catch {
    return text as unknown as ImportMapping;
  }
}

function Accepted({ accepted }: { accepted: ImportAccepted }) {
  const { jobId, dryRun, columns, ambiguousNumbers, ambiguousDates, detected } = accepted;
  const facts = [
    detected.format,
    detected.encoding,
    detected.sheet,
    detected.preset,
    detected.rows !== null && `${detected.rows} rows`,
  ];
  return (
    <>
      <Notice kind="success">
        <p>
          The file is {dryRun ? 'being tried' : 'being imported'}: <a href={toHash(['jobs', jobId])}>see how it goes</a>
          .
        </p>
        <p>Read as {facts.filter(Boolean).join(', ')}.</p>
        {detected.dataInHeader !== null && <p>The first row may be data: it has “{detected.dataInHeader}”.</p>}
      </Notice>
      {ambiguousNumbers.length > 0 && <AmbiguousColumns columns={ambiguousNumbers} />}
      {ambiguousDates.length > 0 && (
        <Notice kind="warning">
          <p>Dates can be read in two ways in {ambiguousDates.map(({ column }) => column).join(', ')}.</p>
        </Notice>
      )}
      <Table
        label="Mapping"
        columns={[
          { title: 'Column of the file', cell: ({ column }) => column },
          {
            title: 'Becomes',
            cell: ({ targets }) => (targets.length === 0 ? 'not read' : <code>{targets.join(', ')}</code>),
          },
          { title: 'Cells', cell: ({ samples }) => samples.join(' · ') },
          { title: 'Read as', cell: ({ decimalSeparator, dateFormat }) => decimalSeparator ?? dateFormat ?? '' },
        ]}
        rows={columns}
        keyOf={({ column }) => column}
        empty="The file has no columns."
      />
    </>
  );
}

function AmbiguousColumns({ columns }: { columns: ImportAccepted['ambiguousNumbers'] }) {
  return (
    <>
      <Notice kind="warning">
        <p>Numbers of the file can be read in two ways: choose the decimal separator.</p>
      </Notice>
      <Table
        label="Numbers that can be read in two ways"
        columns={[
          { title: 'Column of the file', cell: ({ column }) => column },
          { title: 'Cells', cell: ({ samples }) => samples.map(({ text }) => text).join(' · ') },
          { title: 'With a point', cell: ({ samples }) => samples.map(({ point }) => point).join(' · ') },
          { title: 'With a comma', cell: ({ samples }) => samples.map(({ comma }) => comma).join(' · ') },
        ]}
        rows={columns}
        keyOf={({ column }) => column}
        empty="There are none."
      />
    </>
  );
}
