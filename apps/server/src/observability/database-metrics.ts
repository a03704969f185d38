import type { Database } from '../storage/index.ts';
import { selectDatabaseSize } from './database-size.sql.ts';
import type { Measurement, MetricSource } from './metric-source.ts';

/** Metrics of the connection pool and of the database. */
export function createDatabaseMetrics(database: Database): MetricSource[] {
  const pool = { 'db.client.connection.pool.name': 'main' };
  return [
    {
      name: 'pool',
      read: (): Measurement[] => {
        const { max, idle, used, waiting } = database.poolUse;
        const count = (value: number, state: string): Measurement => {
          const attributes = { ...pool, 'db.client.connection.state': state };
          return { metric: 'db.client.connection.count', value, attributes };
        };
        return [
          count(idle, 'idle'),
          count(used, 'used'),
          { metric: 'db.client.connection.max', value: max, attributes: pool },
          { metric: 'db.client.connection.pending_requests', value: waiting, attributes: pool },
        ];
      },
    },
    {
      name: 'database',
      read: async (): Promise<Measurement[]> => {
        const [read] = await database.run(selectDatabaseSize, {});
        return [{ metric: 'pcm.database.size', value: read?.size ?? 0 }];
      },
    },
  ];
}
