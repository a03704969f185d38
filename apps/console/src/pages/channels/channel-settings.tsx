import { Button, Group, Paper, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Channel } from '@product-content/contract';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../api/use-write.ts';
import { Form, stateOf } from '../../components/forms/form.tsx';
import { toFilter, toFilterValues } from '../../components/forms/product-filter-fields.tsx';
import { confirm } from '../../components/page/confirm.tsx';
import { ChannelFields, type ChannelValues } from './channel-fields.tsx';
import { toSettings, toSettingValues } from './platform-settings.tsx';

/** Changes a channel, replaces the address of its feed, or deletes it. */
export function ChannelSettings({ channel }: { readonly channel: Channel }) {
  const { id, name, platform, type, locale, currency, scope, settings, credentials, feed } = channel;
  const params = { id };
  const navigate = useNavigate();
  const form = useForm<ChannelValues>({
    initialValues: {
      ...{ name, type, locale, currency },
      scope: toFilterValues(scope),
      settings: toSettingValues(platform, settings),
      credentials: { secret: '' },
    },
  });
  const patch = useWrite('channels.patch', { showsProblem: true, success: 'Channel saved' });
  const rotate = useWrite('channels.rotateFeed', { success: 'The feed has a new address' });
  const remove = useWrite('channels.delete', {
    success: 'Channel deleted',
    onSuccess: () => navigate({ to: '/channels' }),
  });
  return (
    <>
      <Paper withBorder p="lg" maw="48rem">
        <Form
          form={form}
          submit="Save channel"
          {...stateOf(patch)}
          onSubmit={({ credentials: entered, ...values }) =>
            patch.mutate({
              params,
              body: {
                ...values,
                scope: toFilter(values.scope, scope),
                settings: toSettings(values.settings),
                ...(entered.secret !== '' && { credentials: entered }),
              },
            })
          }
        >
          <TextInput label="Name" required maxLength={200} {...form.getInputProps('name')} />
          <ChannelFields form={form} platform={platform} hasCredentials={credentials.configured} />
        </Form>
      </Paper>
      <Group gap="sm">
        {feed !== null && (
          <Button
            variant="default"
            loading={rotate.isPending}
            onClick={() =>
              confirm({
                title: 'Give the feed a new address?',
                consequence: 'The current address stops working immediately. Enter the new one on the platform.',
                confirm: 'Give new address',
                onConfirm: () => rotate.mutate({ params }),
              })
            }
          >
            New feed address
          </Button>
        )}
        <Button
          variant="default"
          loading={remove.isPending}
          onClick={() =>
            confirm({
              title: `Delete the channel "${name}"?`,
              consequence: 'Its feed stops working. Listings on the platform stay.',
              confirm: 'Delete channel',
              onConfirm: () => remove.mutate({ params }),
            })
          }
        >
          Delete channel
        </Button>
      </Group>
    </>
  );
}
