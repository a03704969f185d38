import { Alert, Table, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import type { ImportAccepted } from '@product-content/contract';

/** How the file was read, and what a person must decide before it can be imported. */
export function DetectedFile({ accepted }: { readonly accepted: ImportAccepted }) {
  const { detected, ambiguousNumbers, ambiguousDates } = accepted;
  return (
    <>
      {detected.dataInHeader !== null && (
        <Warning title="The first row may be data">
          It contains “{detected.dataInHeader}”. If it is not a header, set “First row” to “Data”.
        </Warning>
      )}
      {ambiguousNumbers.length > 0 && (
        <Warning title="Some numbers are ambiguous: choose the decimal separator">
          <Readings
            label="Ambiguous numbers"
            titles={['With a point', 'With a comma']}
            columns={ambiguousNumbers.map(({ column, samples }) => ({
              column,
              samples: samples.map(({ text, point, comma }) => [text, String(point), String(comma)] as const),
            }))}
          />
        </Warning>
      )}
      {ambiguousDates.length > 0 && (
        <Warning title="Some dates are ambiguous: choose the date format">
          <Readings
            label="Ambiguous dates"
            titles={['Day first', 'Month first']}
            columns={ambiguousDates.map(({ column, samples }) => ({
              column,
              samples: samples.map(({ text, dayFirst, monthFirst }) => [text, dayFirst, monthFirst] as const),
            }))}
          />
        </Warning>
      )}
    </>
  );
}

/** `CSV, utf-8, 1,239 rows, written by Shopify`. */
export function describeFile({ format, encoding, sheet, rows, preset }: ImportAccepted['detected']): string {
  const facts = [
    format.toUpperCase(),
    encoding,
    sheet && `sheet ${sheet}`,
    rows !== null && `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`,
    preset && `recognised as ${preset.replaceAll('_', ' ')}`,
  ];
  return facts.filter(Boolean).join(', ');
}

function Warning({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <Alert color="yellow" variant="outline" icon={<AlertIcon />} title={title}>
      {children}
    </Alert>
  );
}

interface ReadingsProps {
  readonly label: string;
  readonly titles: readonly [string, string];
  readonly columns: readonly {
    readonly column: string;
    readonly samples: readonly (readonly [text: string, first: string, second: string])[];
  }[];
}

/** The cells of each column with both readings. */
function Readings({ label, titles, columns }: ReadingsProps) {
  return (
    <Table aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {['Column', 'Cell', ...titles].map((title) => (
            <Table.Th key={title} scope="col">
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {columns.flatMap(({ column, samples }) =>
          samples.map(([text, first, second]) => (
            <Table.Tr key={`${column} ${text}`}>
              <Table.Td>{column}</Table.Td>
              <Table.Td>
                <Text span inherit className="numeric">
                  {text}
                </Text>
              </Table.Td>
              <Table.Td>{first}</Table.Td>
              <Table.Td>{second}</Table.Td>
            </Table.Tr>
          )),
        )}
      </Table.Tbody>
    </Table>
  );
}
