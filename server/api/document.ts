import type { Hono } from 'hono';
import { generateSpecs } from 'hono-openapi';
import * as z from 'zod';
import { errorBodySchema } from '#shared/common/errors.ts';
import { COMPANY } from '#shared/company/values.ts';
import type { HonoEnv } from '#server/http/base/request-context.ts';
import { ADMIN_PARTS, COMPONENTS, PUBLIC_PARTS } from './base/describe.ts';

export async function createDocument(api: Hono<HonoEnv>) {
  return generateSpecs(api, {
    defaultValidationErrorResponse: false,
    excludeStaticFile: false,
    documentation: {
      info: {
        title: `${COMPANY.name} API`,
        version: '1.0.0',
        license: { name: 'MIT', identifier: 'MIT' },
        description:
          'The whole site and its back office: published content, contact messages and order requests for everybody, ' +
          'everything else for administrators who are signed in. Errors have one shape.',
      },
      servers: [{ url: '/' }],
      tags: Object.values({ ...PUBLIC_PARTS, ...ADMIN_PARTS }).map(({ name, description }) => ({
        name,
        description,
      })),
      components: {
        ...COMPONENTS,
        schemas: { Error: z.toJSONSchema(errorBodySchema) as object },
      },
    },
  });
}
