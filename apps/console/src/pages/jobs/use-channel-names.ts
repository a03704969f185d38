import { useRead } from '../../api/use-read.ts';
import { useMay } from '../../session/session.ts';

/** Names of channels by id; empty for keys that may not read channels. */
export function useChannelNames(): ReadonlyMap<string, string> {
  const enabled = useMay('channels.list');
  const channels = useRead('channels.list', {}, { enabled });
  return new Map(channels.data?.body.data.map(({ id, name }) => [id, name]));
}
