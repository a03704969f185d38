import { Stack } from '@mantine/core';
import type { Collection } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { stateOf } from '../../components/forms/form.tsx';
import { DeleteButton } from '../../components/page/delete-button.tsx';
import { Link } from '../../components/page/link.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { Page } from '../../components/page/page.tsx';
import { useMay } from '../../session/session.ts';
import { CollectionForm } from './collection-form.tsx';
import { CollectionProducts } from './collection-products.tsx';

const route = getRouteApi('/collections/$idOrCode');

/** One collection: its products in order, and its texts. */
export function CollectionPage() {
  const { idOrCode } = route.useParams();
  const mayWrite = useMay('collections.patch');
  const collection = useRead('collections.get', { params: { idOrCode } });
  const shown = collection.data?.body.data;
  return (
    <Page
      title={shown?.name ?? idOrCode}
      parent={<Link to="/collections">Collections</Link>}
      actions={mayWrite && shown !== undefined && <DeleteCollection collection={shown} />}
    >
      <Loaded of={collection} lines={6}>
        {({ body: { data } }) => (
          <>
            <CollectionProducts collection={data} />
            {mayWrite && <Editor key={data.updatedAt} collection={data} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function DeleteCollection({ collection: { id, name } }: { readonly collection: Collection }) {
  const navigate = route.useNavigate();
  const { mutate: remove } = useWrite('collections.delete', {
    success: `${name} was deleted`,
    onSuccess: () => navigate({ to: '/collections' }),
  });
  return (
    <DeleteButton
      title={`Delete the collection "${name}"?`}
      consequence="Its products stay."
      onConfirm={() => remove({ params: { idOrCode: id } })}
    />
  );
}

function Editor({ collection }: { readonly collection: Collection }) {
  const patch = useWrite('collections.patch', { success: 'Collection saved', showsProblem: true });
  return (
    <Stack maw="48rem">
      <CollectionForm
        collection={collection}
        {...stateOf(patch)}
        onSubmit={(body) => patch.mutate({ params: { idOrCode: collection.id }, body })}
      />
    </Stack>
  );
}
