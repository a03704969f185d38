import { NativeSelect, PasswordInput, SimpleGrid } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ChannelPlatform, type ChannelType, channelTypes } from '@product-content/contract';
import { ProductFilterFields, type ProductFilterValues } from '../../components/forms/product-filter-fields.tsx';
import { useSession } from '../../session/session.ts';
import { PlatformSettings, type SettingValues } from './platform-settings.tsx';

/** The changeable properties of a channel, as form values. */
export type ChannelValues = {
  readonly name: string;
  readonly type: ChannelType;
  readonly locale: string;
  readonly currency: string;
  readonly scope: ProductFilterValues;
  readonly settings: SettingValues;
  readonly credentials: { readonly secret: string };
};

export interface ChannelFieldsProps {
  readonly form: Pick<UseFormReturnType<Record<string, unknown>>, 'getInputProps'>;
  readonly platform: ChannelPlatform;
  /** Whether the channel has credentials, which stay unless new ones are entered. */
  readonly hasCredentials?: boolean;
}

/** The fields of a channel, except those decided at its creation. */
export function ChannelFields({ form, platform, hasCredentials = false }: ChannelFieldsProps) {
  const { workspace } = useSession().caller;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NativeSelect label="Type" data={[...channelTypes]} {...form.getInputProps('type')} />
        <NativeSelect label="Language" data={workspace.locales} {...form.getInputProps('locale')} />
        <NativeSelect label="Currency" data={workspace.currencies} {...form.getInputProps('currency')} />
      </SimpleGrid>
      <ProductFilterFields form={form} path="scope" />
      <PlatformSettings form={form} platform={platform} />
      {platform === 'http' && (
        <PasswordInput
          label="Signing secret"
          description={
            hasCredentials
              ? 'A secret is set. Enter a new one to replace it.'
              : 'At least 16 characters. Requests are signed like webhooks.'
          }
          visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
          autoComplete="off"
          {...form.getInputProps('credentials.secret')}
        />
      )}
    </>
  );
}

/** The names of platforms for people. */
export const platformNames: Readonly<Record<ChannelPlatform, { readonly name: string; readonly about: string }>> = {
  google_merchant: { name: 'Google Merchant', about: 'A feed for Google Merchant Center' },
  csv_feed: { name: 'CSV feed', about: 'A CSV file that any system can fetch' },
  json_feed: { name: 'JSON feed', about: 'A JSON file that any system can fetch' },
  http: { name: 'HTTP', about: 'Signed batches sent to your URL' },
};
