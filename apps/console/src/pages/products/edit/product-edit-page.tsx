import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Attribute, Product } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { type Tagged, useSave } from '../../../api/use-save.tsx';
import { Form } from '../../../components/forms/form.tsx';
import { useOtherLocales } from '../../../components/forms/translation-fields.tsx';
import { Link } from '../../../components/page/link.tsx';
import { Loaded } from '../../../components/page/loaded.tsx';
import { Page } from '../../../components/page/page.tsx';
import { useSession } from '../../../session/session.ts';
import { AttributeSection, useEditableAttributes } from './attribute-section.tsx';
import { AssociationSection, GeneralSection } from './general-section.tsx';
import { ImageSection } from './image-section.tsx';
import { MeasureSection, PriceSection } from './price-section.tsx';
import { type ProductChange, type ProductValues, toChange, toValues } from './product-values.ts';
import { TextSection } from './text-section.tsx';

const route = getRouteApi('/products/$idOrSku/edit');

/** Edits everything about a product, and saves it as one change to the version that was shown. */
export function ProductEditPage() {
  const { idOrSku } = route.useParams();
  const product = useRead('products.get', { params: { idOrSku } });
  const attributes = useRead('attributes.list', { query: {} });
  const shown = product.data?.body.data as Product | undefined;
  const [discards, setDiscards] = useState(0);
  return (
    <Page
      title={`Edit ${shown?.name ?? idOrSku}`}
      parent={
        <Link to="/products/$idOrSku" params={{ idOrSku }}>
          {shown?.name ?? idOrSku}
        </Link>
      }
    >
      <Loaded of={product} lines={10}>
        {({ body, etag }) => (
          <Loaded of={attributes} lines={10}>
            {({ body: { data } }) => (
              <Editor
                key={discards}
                current={{ value: body.data as Product, etag: etag ?? '' }}
                attributes={data}
                onDiscard={() => void product.refetch().then(() => setDiscards(discards + 1))}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

interface EditorProps {
  readonly current: Tagged<Product>;
  readonly attributes: readonly Attribute[];
  readonly onDiscard: () => void;
}

function Editor({ current, attributes, onDiscard }: EditorProps) {
  // Reading the product again while it is being edited changes neither the input nor the version it is based on.
  const [shown] = useState(current);
  const { api, caller } = useSession();
  const { field, locale } = route.useSearch();
  const navigate = route.useNavigate();
  const before = toValues(shown.value, useOtherLocales(), caller.workspace.currencies);
  const form = useForm<ProductValues>({ initialValues: before });
  const { localized, shared, others } = useEditableAttributes(form, attributes);
  const params = { idOrSku: shown.value.id };
  const back = (sku: string) => navigate({ to: '/products/$idOrSku', params: { idOrSku: sku } });
  const { save, dialog, ...state } = useSave<Product, ProductChange>({
    shown,
    read: async () => {
      const { body, etag } = await api.products.get({ params });
      return { value: body.data as Product, etag: etag ?? '' };
    },
    write: (body, ifMatch) => api.products.patch({ params, body, ifMatch }),
    success: 'Product saved',
    onSaved: ({ sku = shown.value.sku }) => back(sku),
    onDiscard,
  });
  const fields = useRef<HTMLDivElement>(null);
  useFocusOn(fields, field);
  return (
    <Stack ref={fields}>
      <Form
        form={form}
        submit="Save product"
        {...state}
        onSubmit={(values) => {
          const change = toChange(before, values);
          if (Object.keys(change).length === 0) void back(shown.value.sku);
          else void save(change);
        }}
        onCancel={() => void back(shown.value.sku)}
      >
        <GeneralSection form={form} />
        <TextSection
          form={form}
          attributes={localized}
          locale={locale ?? /^translations\.([^.]+)/.exec(field ?? '')?.[1]}
          onLocale={(next) => void navigate({ search: { field, locale: next }, replace: true, resetScroll: false })}
        />
        <ImageSection form={form} />
        <AttributeSection form={form} shared={shared} others={others} />
        <PriceSection form={form} />
        <MeasureSection form={form} />
        <AssociationSection form={form} />
      </Form>
      {dialog}
    </Stack>
  );
}

/** Moves the focus to the input of a field once it exists: attributes of the category arrive later than the rest. */
function useFocusOn(container: React.RefObject<HTMLElement | null>, field: string | undefined): void {
  useEffect(() => {
    if (field === undefined || container.current === null) return;
    const wanted = `[data-path^="${CSS.escape(field)}"]`;
    const tryFocus = () => {
      const input = container.current?.querySelector<HTMLElement>(wanted);
      if (!input) return;
      observer.disconnect();
      input.focus();
      input.scrollIntoView({ block: 'center' });
    };
    const observer = new MutationObserver(tryFocus);
    observer.observe(container.current, { childList: true, subtree: true });
    tryFocus();
    return () => observer.disconnect();
  }, [container, field]);
}
