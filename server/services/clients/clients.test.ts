import { expect } from 'vitest';
import { buildClient } from '#tests/support/factories.ts';
import { buildServiceContext } from '#tests/support/leads.ts';
import { listClients } from './index.ts';
import { it } from '#tests/support/fixtures.ts';

it('lists featured clients, newest first', async ({ db, files }) => {
  const old = await buildClient(db, { createdAt: '2026-01-01T00:00:00Z' });
  const recent = await buildClient(db, { websiteUrl: 'https://client.example' });
  await buildClient(db, { isFeatured: false });
  await buildClient(db, { deletedAt: new Date() });
  expect(await listClients(buildServiceContext(db, files.storage))).toEqual([
    { id: recent.id, name: recent.name, logoUrl: null, websiteUrl: 'https://client.example' },
    { id: old.id, name: old.name, logoUrl: null, websiteUrl: null },
  ]);
});
