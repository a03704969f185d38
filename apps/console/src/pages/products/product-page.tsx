import { contract, type Product } from '@product-content/contract';
import { useQuery } from '../../api/use-query.ts';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { Badge, Meter, Time } from '../../components/values.tsx';
import { type Route, toHash } from '../../route.ts';
import { useMay, useSession } from '../../session/session.ts';
import { ProductChannels } from './product-channels.tsx';
import { ProductContent } from './product-content.tsx';
import { StatusForm } from './status-form.tsx';
import { VersionList } from './version-list.tsx';

/** One product: what it holds, what it lacks, what became of it, and where it is listed. */
export function ProductPage({ idOrSku, route }: { idOrSku: string; route: Route }) {
  const { api } = useSession();
  const mayWrite = useMay(contract.products.patch);
  const mayReadChannels = useMay(contract.channels.ofProduct);
  const product = useQuery(`product ${idOrSku}`, async (signal) => {
    const { body, etag } = await api.products.get({ params: { idOrSku }, signal });
    return { shown: body.data as Product, etag };
  });
  return (
    <Page title={idOrSku}>
      <Loaded of={product}>
        {({ shown, etag }) => (
          <>
            <Facts product={shown} />
            {mayWrite && etag !== null && (
              <StatusForm key={etag} product={shown} etag={etag} onChanged={product.reload} />
            )}
            <ProductContent product={shown} />
            {mayReadChannels && <ProductChannels id={shown.id} version={shown.version} />}
            <VersionList id={shown.id} current={shown.version} sku={shown.sku} route={route} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Facts({ product }: { product: Product }) {
  const { id, name, type, parent, status, version, completeness, completenessDetails, updatedAt } = product;
  const missing = completenessDetails?.missing ?? [];
  return (
    <dl>
      <dt>Name</dt>
      <dd>{name ?? '–'}</dd>
      <dt>Id</dt>
      <dd>
        <code>{id}</code>
      </dd>
      <dt>Type</dt>
      <dd>
        {type}
        {parent !== null && (
          <>
            {' '}
            of <a href={toHash(['products', parent.sku])}>{parent.sku}</a>
          </>
        )}
      </dd>
      <dt>Status</dt>
      <dd>
        <Badge state={status} />
      </dd>
      <dt>Version</dt>
      <dd>
        {version}, <Time at={updatedAt} />
      </dd>
      <dt>Completeness</dt>
      <dd>
        <Meter label="Completeness" percent={completeness} />
        {missing.length > 0 && (
          <div>
            Missing: <Codes codes={missing} />
          </div>
        )}
      </dd>
    </dl>
  );
}

function Codes({ codes }: { codes: readonly string[] }) {
  return (
    <ul class="tags">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  );
}
