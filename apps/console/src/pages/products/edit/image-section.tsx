import { ActionIcon, Button, Group, Image, SimpleGrid, Stack, TextInput, UnstyledButton } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { XIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { DialogButton } from '../../../components/forms/dialog-button.tsx';
import { SearchFilter } from '../../../components/forms/filters.tsx';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { Loaded } from '../../../components/page/loaded.tsx';
import { Section } from '../../../components/page/page.tsx';
import { SortableList } from '../../../components/records/sortable-list.tsx';
import { Thumbnail } from '../../../components/records/thumbnail.tsx';
import { useMay } from '../../../session/session.ts';
import type { ProductValues } from './product-values.ts';

/** The pictures of a product in order; the first one is the main one. */
export function ImageSection({ form }: { readonly form: UseFormReturnType<ProductValues> }) {
  const mayPick = useMay('assets.list');
  const { images } = form.getValues();
  const add = (url: string, altText = '') => form.insertListItem('images', { url, altText, role: '' });
  return (
    <Section
      title="Images"
      actions={
        <>
          {mayPick && (
            <DialogButton label="Choose from the library" dialogSize="xl" variant="default">
              {(close) => (
                <Library
                  onPick={(url, altText) => {
                    add(url, altText);
                    close();
                  }}
                />
              )}
            </DialogButton>
          )}
          <Button variant="default" data-path="images" onClick={() => add('')}>
            Add address
          </Button>
        </>
      }
    >
      {images.length === 0 ? (
        <EmptyState title="There are no images." />
      ) : (
        <SortableList
          label="Images"
          items={images.map((image, index) => ({ ...image, index }))}
          keyOf={({ index }) => String(index)}
          nameOf={({ altText, index }) => altText || `image ${index + 1}`}
          onReorder={(next) =>
            form.setFieldValue(
              'images',
              next.map(({ index: _, ...image }) => image),
            )
          }
        >
          {(image, index) => (
            <Group gap="sm" flex={1} wrap="nowrap">
              <Thumbnail url={image.url || undefined} />
              <SimpleGrid cols={{ base: 1, sm: 3 }} flex={1} spacing="sm">
                <TextInput
                  aria-label={`Address of image ${index + 1}`}
                  placeholder="https://"
                  {...form.getInputProps(`images.${index}.url`)}
                />
                <TextInput
                  aria-label={`Alt text of image ${index + 1}`}
                  placeholder="Alt text"
                  {...form.getInputProps(`images.${index}.altText`)}
                />
                <TextInput
                  aria-label={`Role of image ${index + 1}`}
                  placeholder="Role, such as detail"
                  {...form.getInputProps(`images.${index}.role`)}
                />
              </SimpleGrid>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove image ${index + 1}`}
                onClick={() => form.removeListItem('images', index)}
              >
                <XIcon />
              </ActionIcon>
            </Group>
          )}
        </SortableList>
      )}
    </Section>
  );
}

function Library({ onPick }: { readonly onPick: (url: string, altText: string) => void }) {
  const [words, setWords] = useState<string | undefined>(undefined);
  const assets = useRead(
    'assets.list',
    { query: { type: 'image', limit: 48, ...(words && { q: words }) } },
    { keepPrevious: true },
  );
  return (
    <Stack gap="md">
      <SearchFilter label="File name" value={words} onSearch={setWords} />
      <Loaded of={assets}>
        {({ body: { data } }) =>
          data.length === 0 ? (
            <EmptyState title="There are no images in the library." />
          ) : (
            <SimpleGrid cols={{ base: 3, sm: 6 }} spacing="sm">
              {data.map(({ id, url, fileName, altText }) => (
                <UnstyledButton key={id} aria-label={`Choose ${fileName}`} onClick={() => onPick(url, altText ?? '')}>
                  <Image src={url} alt="" h={96} fit="contain" loading="lazy" className="picture" />
                </UnstyledButton>
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
    </Stack>
  );
}
