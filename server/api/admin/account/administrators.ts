import {
  administratorChangeSchema,
  administratorSchema,
} from '#shared/admin-users/admin-schema.ts';
import { ADMIN_USER_MESSAGES } from '#shared/admin-users/messages.ts';
import { endpoint, list, record, routerOf } from '#server/api/admin/endpoint.ts';
import { listAdministrators, updateAdministrator } from '#server/services/admin-users/index.ts';

/** Who may sign in, and in which role. */
export const administratorsAdminApi = routerOf('adminUsers', {
  'GET /': endpoint({
    summary: 'All administrators',
    response: list(administratorSchema),
    run: async (ctx) => ({ items: await listAdministrators(ctx) }),
  }),
  'PATCH /:id': endpoint({
    summary: 'Changes the role of an administrator, keeps them out or lets them in again',
    description: 'Ends their sessions at once. The last active owner stays one.',
    body: administratorChangeSchema,
    notFound: ADMIN_USER_MESSAGES.notFound,
    errors: ['PROOF_REQUIRED', 'CONFLICT'],
    response: record(administratorSchema),
    run: (ctx, { id, body }) => updateAdministrator(ctx, id, body),
  }),
});
