import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DeleteButton } from '../../components/page/delete-button.tsx';
import { Link } from '../../components/page/link.tsx';
import { RecordPage } from '../../components/page/page.tsx';
import { useMay } from '../../session/session.ts';
import { CollectionForm } from './collection-form.tsx';
import { CollectionProducts } from './collection-products.tsx';

const route = getRouteApi('/collections/$idOrCode');

/** One collection: its products in order, and its texts. */
export function CollectionPage() {
  const { idOrCode } = route.useParams();
  const mayWrite = useMay('collections.patch');
  const collection = useRead('collections.get', { params: { idOrCode } });
  return (
    <RecordPage
      of={collection}
      title={({ name }) => name}
      untitled={idOrCode}
      parent={<Link to="/collections">Collections</Link>}
      actions={({ id, name }) =>
        mayWrite && (
          <DeleteButton
            operation="collections.delete"
            input={{ params: { idOrCode: id } }}
            list="/collections"
            what={`the collection "${name}"`}
            consequence="Its products stay."
          />
        )
      }
    >
      {(data) => (
        <>
          <CollectionProducts collection={data} />
          {mayWrite && (
            <Stack maw="48rem">
              <CollectionForm key={data.updatedAt} collection={data} />
            </Stack>
          )}
        </>
      )}
    </RecordPage>
  );
}
