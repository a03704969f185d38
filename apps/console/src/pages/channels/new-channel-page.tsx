import { Group, Paper, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ChannelPlatform, channelPlatforms } from '@product-content/contract';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../api/use-write.ts';
import { Form, stateOf } from '../../components/forms/form.tsx';
import { allProducts, toFilter } from '../../components/forms/product-filter-fields.tsx';
import { Link } from '../../components/page/link.tsx';
import { Page } from '../../components/page/page.tsx';
import { useSession } from '../../session/session.ts';
import { ChannelFields, type ChannelValues, platformNames } from './channel-fields.tsx';
import { toSettings, toSettingValues } from './platform-settings.tsx';

type NewChannel = ChannelValues & { readonly code: string; readonly platform: ChannelPlatform };

/** Creates a channel: its name, its platform, and its products. */
export function NewChannelPage() {
  const navigate = useNavigate();
  const { workspace } = useSession().caller;
  const form = useForm<NewChannel>({
    initialValues: {
      name: '',
      code: '',
      platform: 'google_merchant',
      type: 'feed',
      locale: workspace.defaultLocale,
      currency: workspace.defaultCurrency,
      scope: allProducts,
      settings: toSettingValues('google_merchant', {}),
      credentials: { secret: '' },
    },
  });
  const create = useWrite('channels.create', {
    showsProblem: true,
    success: 'Channel created',
    onSuccess: ({ body }) => navigate({ to: '/channels/$id', params: { id: body.data.id } }),
  });
  const { platform } = form.getValues();
  return (
    <Page title="Create a channel" parent={<Link to="/channels">Channels</Link>}>
      <Paper withBorder p="lg" maw="48rem">
        <Form
          form={form}
          submit="Create channel"
          {...stateOf(create)}
          onSubmit={({ scope, settings, credentials, code, ...channel }) =>
            create.mutate({
              body: {
                ...channel,
                code: code || toCode(channel.name),
                scope: toFilter(scope),
                settings: toSettings(settings),
                ...(credentials.secret !== '' && { credentials }),
              },
            })
          }
          onCancel={() => void navigate({ to: '/channels' })}
        >
          <Radio.Group
            label="Platform"
            description="It cannot be changed later."
            value={platform}
            onChange={(chosen) => {
              form.setFieldValue('platform', chosen as ChannelPlatform);
              form.setFieldValue('type', chosen === 'http' ? 'shop' : 'feed');
              form.setFieldValue('settings', toSettingValues(chosen as ChannelPlatform, {}));
            }}
          >
            <SimpleGrid cols={{ base: 1, xs: 2 }} mt="sm">
              {channelPlatforms.map((value) => (
                <Radio.Card key={value} value={value} p="md" className="choice" aria-label={platformNames[value].name}>
                  <Group gap="md" wrap="nowrap">
                    <Radio.Indicator />
                    <Stack gap={0}>
                      <Text fw={500}>{platformNames[value].name}</Text>
                      <Text size="sm" c="dimmed">
                        {platformNames[value].about}
                      </Text>
                    </Stack>
                  </Group>
                </Radio.Card>
              ))}
            </SimpleGrid>
          </Radio.Group>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label="Name" required maxLength={200} {...form.getInputProps('name')} />
            <TextInput
              label="Code"
              placeholder={toCode(form.getValues().name) || 'google-de'}
              description="Identifies the channel in the API. Leave empty to derive it from the name."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('code')}
            />
          </SimpleGrid>
          <ChannelFields form={form} platform={platform} />
        </Form>
      </Paper>
    </Page>
  );
}

/** Converts `Google Germany` to `google-germany`. */
function toCode(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
