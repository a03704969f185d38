import { producerOf } from '../../contract/path-template.ts';
import type { Stage } from '../../running/stage.ts';

/** Makes records for a list to show, where a POST of its path does. */
export async function fill(stage: Stage, params: Readonly<Record<string, string>>, count: number): Promise<void> {
  const producer = producerOf(stage.route, stage.session.routes);
  if (producer === undefined) return;
  for (let made = 0; made < count; made += 1) await stage.usual.perform(producer, { params });
}
