import { test } from 'vitest';
import { signInForTest } from './admin.ts';
import { signedInRequests } from './admin-requests.ts';
import { buildServiceContext, createTestStorage } from './leads.ts';
import { createTestApp, type TestAppOptions } from './test-app.ts';
import { createTestDatabase } from './test-database.ts';

/**
 * Tests with a database, a file store and the whole application over its own database, one of each per file and only where a
 * test asks for it; `session` and `admin` belong to a new administrator of the test. Files share this module: one that
 * overrides a fixture extends `it` first.
 */
export const it = test
  .extend('options', { scope: 'file' }, (): TestAppOptions => ({}))
  .extend('api', { scope: 'file' }, async ({ options }, { onCleanup }) => {
    const api = await createTestApp(options);
    onCleanup(() => api.close());
    return api;
  })
  .extend('session', ({ api }) => signInForTest(api.db))
  .extend('admin', ({ api, session }) => signedInRequests(api, session))
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of the fixtures from this pattern
  .extend('database', { scope: 'file' }, async ({}, { onCleanup }) => {
    const database = await createTestDatabase();
    onCleanup(() => database.destroy());
    return database;
  })
  .extend('db', { scope: 'file' }, ({ database }) => database.db)
  // oxlint-disable-next-line no-empty-pattern -- see above
  .extend('files', { scope: 'file' }, async ({}, { onCleanup }) => {
    const files = await createTestStorage();
    onCleanup(() => files.destroy());
    return files;
  })
  .extend('ctx', ({ db, files }) => buildServiceContext(db, files.storage));
