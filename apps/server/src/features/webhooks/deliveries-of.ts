import { type DeliveryStatus, deliveryStatuses } from '@product-content/contract';

/**
 * SQL for the deliveries of the workspace `$1` and the endpoint `$2`. Each status is read from its own part of an index,
 * which is in the order of time: with an order and a limit in `rest`, no more is read than is asked for.
 *
 * @param rest further conditions, beginning with `and`, the order and the limit within each status.
 */
export function deliveriesOf(
  columns: string,
  rest: string,
  statuses: readonly DeliveryStatus[] = deliveryStatuses,
): string {
  const parts = statuses.map(
    (status) => `
      (select ${columns} from webhook_delivery
      where workspace_id = $1 and endpoint_id = $2 and status = '${status}' ${rest})`,
  );
  return parts.join(' union all ');
}
