import type { Kysely } from 'kysely';
import routes from '#app/routes.ts';
import type { DB } from '#server/db/types.ts';
import { isIndexed, listPaths } from '#shared/routes.ts';
import { readRows } from '#tests/support/database/rows.ts';

/** Every page of the site as its routes write it, those that tell of an error and the way into the back office among them. */
export const SITE_PAGES = [...listPaths(isIndexed), '/no-such-page', '/adminloginpage'];

/** The path of a page with the newest post or a project in the place of its parameter. */
export async function fillPath(path: string, db: Kysely<DB>): Promise<string> {
  const isPublished = true;
  const posts = await readRows(db, 'blogPosts', ['slug'], { isPublished }, 'createdAt');
  const [project] = await readRows(db, 'projects', ['id'], { isPublished }, 'id');
  return path.replace(':slug', posts.at(-1)?.slug ?? '').replace(':id', project?.id ?? '');
}

/** The routes of the back office, below its path. */
export const DESK_ROUTES = (
  routes.find(({ path }) => path === 'admin')?.children?.[0]?.children ?? []
).map(({ path }) => path ?? '');

/** Every screen of the back office that can be opened without a record. */
export const DESK_SCREENS = DESK_ROUTES.map((path) => path.replace('/:part?', ''))
  .filter((path) => !/[:*]/.test(path))
  .map((path) => (path ? `/admin/${path}` : '/admin'));
