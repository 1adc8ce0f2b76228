import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildClient } from '#tests/support/factories.ts';
import { buildServiceContext, createTestStorage, type TestStorage } from '#tests/support/leads.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { listClients } from './index.ts';

let database: TestDatabase;
let files: TestStorage;

beforeAll(async () => {
  database = await createTestDatabase();
  files = await createTestStorage();
});
afterAll(async () => {
  await database.destroy();
  await files.destroy();
});

it('lists featured clients, newest first', async () => {
  const old = await buildClient(database.db, { createdAt: '2026-01-01T00:00:00Z' });
  const recent = await buildClient(database.db, { websiteUrl: 'https://client.example' });
  await buildClient(database.db, { isFeatured: false });
  await buildClient(database.db, { deletedAt: new Date() });
  expect(await listClients(buildServiceContext(database.db, files.storage))).toEqual([
    { id: recent.id, name: recent.name, logoUrl: null, websiteUrl: 'https://client.example' },
    { id: old.id, name: old.name, logoUrl: null, websiteUrl: null },
  ]);
});
