import { prepareTemplateDatabase } from './test-database.ts';
import { startTestPostgres } from './test-postgres.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  process.env.VITRIN_TEST_ADMIN_URL = postgres.adminUrl;
  await prepareTemplateDatabase();
  return () => postgres.stop();
}
