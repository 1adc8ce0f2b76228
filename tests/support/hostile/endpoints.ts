import { v4 as uuid } from 'uuid';
import type { TestApp } from '../test-app.ts';

/** The id of the first record of the list that an endpoint of one record belongs to, or an unknown one. */
export async function findFirstId(api: TestApp, token: string, path: string): Promise<string> {
  const list = await api.request(path.slice(0, path.indexOf('/:')), {
    headers: { 'x-admin-session': token },
  });
  const body = list.ok ? ((await list.json()) as { items?: { id: string }[] }) : {};
  return body.items?.[0]?.id ?? uuid();
}
