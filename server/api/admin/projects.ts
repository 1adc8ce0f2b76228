import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { PROJECT_MESSAGES } from '#shared/projects-form.ts';
import {
  adminProjectSchema,
  adminProjectSummarySchema,
  projectChangeSchema,
  projectInputSchema,
} from '#shared/projects-schema.ts';
import { PROJECT_CATEGORIES } from '#shared/projects.ts';
import { privateAnswer } from '../../http/json-answer.ts';
import type { HonoEnv } from '../../http/request-context.ts';
import { validateQuery, validateWireJson } from '../../http/validate.ts';
import { wireOf } from '../../http/wire.ts';
import { LIMITS } from '../../limits.ts';
import {
  countAdminProjects,
  createProject,
  getAdminProject,
  listAdminProjects,
  removeProject,
  restoreProject,
  updateProject,
} from '../../services/projects/index.ts';
import type { ApiDeps } from '../deps.ts';
import { contentCountQuery, contentListQuery, rowIdOf } from './content-requests.ts';
import { timeCursorQuery } from './time-cursor.ts';

const summary = wireOf(adminProjectSummarySchema);
const whole = wireOf(adminProjectSchema);

const filters = {
  status: z.enum(['published', 'draft'], { error: 'The status is published or draft' }).optional(),
  category: z.enum(PROJECT_CATEGORIES, { error: 'There is no such industry' }).optional(),
};
const countQuery = contentCountQuery.extend(filters);
const listQuery = contentListQuery.extend({ ...filters, cursor: timeCursorQuery });

function idOf(c: Context): string {
  return rowIdOf(c, PROJECT_MESSAGES.notFound);
}

export function projectsAdminApi({ contextOf }: ApiDeps) {
  const router = new Hono<HonoEnv>();

  router.get('/', validateQuery(listQuery), async (c) => {
    const page = await listAdminProjects(contextOf(c), c.req.valid('query'));
    return privateAnswer({ items: page.items.map(summary.encode), next_cursor: page.nextCursor });
  });

  router.get('/count', validateQuery(countQuery), async (c) =>
    privateAnswer({ total: await countAdminProjects(contextOf(c), c.req.valid('query')) }),
  );

  router.post('/', validateWireJson(projectInputSchema, LIMITS.contentBody), async (c) => {
    const project = await createProject(contextOf(c), c.req.valid('json'));
    return privateAnswer(whole.encode(project), 201);
  });

  router.get('/:id', async (c) => {
    const project = await getAdminProject(contextOf(c), idOf(c));
    return privateAnswer(whole.encode(project));
  });

  router.put('/:id', validateWireJson(projectChangeSchema, LIMITS.contentBody), async (c) => {
    const project = await updateProject(contextOf(c), idOf(c), c.req.valid('json'));
    return privateAnswer(whole.encode(project));
  });

  router.delete('/:id', async (c) => {
    await removeProject(contextOf(c), idOf(c));
    return privateAnswer({ success: true });
  });

  router.post('/:id/restore', async (c) => {
    const project = await restoreProject(contextOf(c), idOf(c));
    return privateAnswer(whole.encode(project));
  });

  return router;
}
