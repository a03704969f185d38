import { Stack } from '@mantine/core';
import type { Attribute } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DeleteButton } from '../../components/page/delete-button.tsx';
import { Link } from '../../components/page/link.tsx';
import { RecordPage } from '../../components/page/page.tsx';
import { Facts } from '../../components/records/facts.tsx';
import { Time } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';
import { AttributeForm } from './attribute-form.tsx';

const route = getRouteApi('/attributes/$idOrCode');

/** One attribute: its values, and where it is used. */
export function AttributePage() {
  const { idOrCode } = route.useParams();
  const mayWrite = useMay('attributes.patch');
  const attribute = useRead('attributes.get', { params: { idOrCode } });
  return (
    <RecordPage
      of={attribute}
      title={({ label }) => label}
      untitled={idOrCode}
      parent={<Link to="/attributes">Attributes</Link>}
      actions={({ id, label }) =>
        mayWrite && (
          <DeleteButton
            operation="attributes.delete"
            input={{ params: { idOrCode: id } }}
            list="/attributes"
            what={`the attribute "${label}"`}
            consequence="Products lose their values of it."
          />
        )
      }
    >
      {(data) => (
        <>
          <AttributeFacts attribute={data} />
          {mayWrite && (
            <Stack maw="48rem">
              <AttributeForm key={data.updatedAt} attribute={data} />
            </Stack>
          )}
        </>
      )}
    </RecordPage>
  );
}

/** The properties that cannot be edited. */
function AttributeFacts({ attribute }: { readonly attribute: Attribute }) {
  const { code, type, localizable, unique, filterProgress, updatedAt } = attribute;
  return (
    <Facts
      facts={[
        { name: 'Code', value: code },
        { name: 'Type', value: type },
        { name: 'Values differ by language', value: localizable ? 'yes' : 'no' },
        { name: 'Values are unique', value: unique ? 'yes' : 'no' },
        { name: 'Indexed for filters', value: filterProgress === null ? null : `${filterProgress} %` },
        { name: 'Changed', value: <Time at={updatedAt} /> },
      ]}
    />
  );
}
