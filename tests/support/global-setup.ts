import { prepareTemplateDatabase } from './test-database.ts';
import { startTestPostgres } from './test-postgres.ts';

/** Does nothing where an outer program, which several suites share, has prepared the database. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.VITRIN_TEST_ADMIN_URL) return undefined;
  const postgres = await startTestPostgres();
  process.env.VITRIN_TEST_ADMIN_URL = postgres.adminUrl;
  await prepareTemplateDatabase();
  return () => postgres.stop();
}
