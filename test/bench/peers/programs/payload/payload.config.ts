import process from 'node:process';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig } from 'payload';

export default buildConfig({
  secret: process.env.PAYLOAD_SECRET ?? '',
  db: postgresAdapter({ pool: { connectionString: process.env.DATABASE_URL }, push: false }),
  admin: { user: 'users' },
  collections: [
    { slug: 'users', auth: { useAPIKey: true }, fields: [] },
    {
      slug: 'products',
      fields: [
        { name: 'sku', type: 'text', required: true, unique: true },
        { name: 'name', type: 'text', required: true },
        { name: 'description', type: 'textarea' },
        { name: 'price', type: 'number' },
        { name: 'brand', type: 'text', index: true },
        { name: 'status', type: 'select', index: true, options: ['draft', 'in_review', 'approved', 'archived'] },
      ],
    },
  ],
});
