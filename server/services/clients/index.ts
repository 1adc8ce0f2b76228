import { sql } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import { defineContent } from '#server/services/content/index.ts';
import {
  adminClientSchema,
  clientChangeSchema,
  newClientSchema,
} from '#shared/clients/admin-schema.ts';
import { CLIENT_MESSAGES } from '#shared/clients/messages.ts';

export const clients = defineContent({
  table: 'clients',
  schemas: {
    summary: adminClientSchema,
    record: adminClientSchema,
    input: newClientSchema,
    change: clientChangeSchema,
  },
  messages: CLIENT_MESSAGES,
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
