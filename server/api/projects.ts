import { Hono } from 'hono';
import * as z from 'zod';
import { projectSchema, projectSummarySchema } from '#shared/projects/schema.ts';
import { ServiceError } from '#server/errors.ts';
import { contentResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/request-context.ts';
import { validateQuery } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { findProject, listProjects } from '#server/services/projects/index.ts';
import { describeEndpoint } from './describe.ts';
import { categoryQuery } from './queries.ts';

const summary = wireOf(projectSummarySchema.omit({ featuredImageAlt: true }));
const whole = wireOf(projectSchema);

export const projectsApi = new Hono<HonoEnv>()
  .get(
    '/',
    describeEndpoint({
      tag: 'Content',
      summary: 'Published projects, newest first',
      response: { status: 200, description: 'The projects', schema: z.array(summary.schema) },
      errors: ['VALIDATION', 'UNAVAILABLE'],
    }),
    validateQuery(z.object({ category: categoryQuery })),
    async (c) => {
      const projects = await listProjects(contextOf(c), c.req.valid('query'));
      return contentResponse(c.req.raw, projects.map(summary.encode));
    },
  )
  .get(
    '/:id',
    describeEndpoint({
      tag: 'Content',
      summary: 'One published project',
      response: { status: 200, description: 'The project', schema: whole.schema },
      errors: ['NOT_FOUND', 'UNAVAILABLE'],
    }),
    async (c) => {
      const project = await findProject(contextOf(c), c.req.param('id'));
      if (!project) throw new ServiceError('NOT_FOUND', 'There is no such project.');
      return contentResponse(c.req.raw, whole.encode(project));
    },
  );
