import { sql } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import { defineContent } from '#server/services/content/index.ts';
import { CLIENT } from '#shared/clients/admin-schema.ts';

export const clients = defineContent({
  table: 'clients',
  ...CLIENT,
  nameColumn: 'name',
  subjectOf: ({ name }) => `client "${name}"`,
  searched: sql`name, website_url`,
});

export async function listClients(ctx: ServiceContext) {
  return ctx.db
    .selectFrom('clients')
    .select(['id', 'name', 'logoUrl', 'websiteUrl'])
    .where('isFeatured', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export type Client = Awaited<ReturnType<typeof listClients>>[number];
