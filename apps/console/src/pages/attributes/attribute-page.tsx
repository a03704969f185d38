import { Stack } from '@mantine/core';
import type { Attribute } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { stateOf } from '../../components/forms/form.tsx';
import { DeleteButton } from '../../components/page/delete-button.tsx';
import { Link } from '../../components/page/link.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { Page } from '../../components/page/page.tsx';
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
  const shown = attribute.data?.body.data;
  return (
    <Page
      title={shown?.label ?? idOrCode}
      parent={<Link to="/attributes">Attributes</Link>}
      actions={mayWrite && shown !== undefined && <DeleteAttribute attribute={shown} />}
    >
      <Loaded of={attribute} lines={6}>
        {({ body: { data } }) => (
          <>
            <AttributeFacts attribute={data} />
            {mayWrite && <Editor key={data.updatedAt} attribute={data} />}
          </>
        )}
      </Loaded>
    </Page>
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

function DeleteAttribute({ attribute: { id, label } }: { readonly attribute: Attribute }) {
  const navigate = route.useNavigate();
  const { mutate: remove } = useWrite('attributes.delete', {
    success: `${label} was deleted`,
    onSuccess: () => navigate({ to: '/attributes' }),
  });
  return (
    <DeleteButton
      title={`Delete the attribute "${label}"?`}
      consequence="Products lose their values of it."
      onConfirm={() => remove({ params: { idOrCode: id } })}
    />
  );
}

function Editor({ attribute }: { readonly attribute: Attribute }) {
  const patch = useWrite('attributes.patch', { success: 'Attribute saved', showsProblem: true });
  return (
    <Stack maw="48rem">
      <AttributeForm
        attribute={attribute}
        {...stateOf(patch)}
        onSubmit={(body) => patch.mutate({ params: { idOrCode: attribute.id }, body })}
      />
    </Stack>
  );
}
