import { Button } from '@mantine/core';
import type { WebhookDelivery } from '@product-content/contract';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../api/use-write.ts';

export interface RedeliverButtonProps {
  readonly endpointId: string;
  readonly delivery: Pick<WebhookDelivery, 'id' | 'event' | 'status'>;
  /** True in a row of a table. Otherwise it opens the new delivery. */
  readonly isSmall?: boolean;
}

/** Sends the event of a delivery again: its next attempt now, or a new delivery if it has ended. */
export function RedeliverButton({ endpointId, delivery, isSmall = false }: RedeliverButtonProps) {
  const { id, event, status } = delivery;
  const navigate = useNavigate();
  const redeliver = useWrite('webhooks.redeliver', {
    success: 'Sent again',
    onSuccess: async ({ body }) => {
      const params = { id: endpointId, deliveryId: body.data.id };
      if (!isSmall && body.data.id !== id) await navigate({ to: '/webhooks/$id/deliveries/$deliveryId', params });
    },
  });
  const label = status === 'pending' ? 'Send now' : 'Send again';
  return (
    <Button
      variant={isSmall ? 'default' : 'filled'}
      size={isSmall ? 'compact-sm' : 'sm'}
      loading={redeliver.isPending}
      onClick={() => redeliver.mutate({ params: { id: endpointId, deliveryId: id } })}
      {...(isSmall && { 'aria-label': `${label}: ${event}` })}
    >
      {label}
    </Button>
  );
}
