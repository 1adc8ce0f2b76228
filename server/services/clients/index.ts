import type { ServiceContext } from '#server/context.ts';

/** A client as the public site shows it. */
export type Client = {
  id: string;
  name: string;
  logoUrl: string | null;
  websiteUrl: string | null;
};

/** The featured clients, newest first. */
export async function listClients(ctx: ServiceContext): Promise<Client[]> {
  const rows = await ctx.db
    .selectFrom('clients')
    .select(['id', 'name', 'logoUrl', 'websiteUrl'])
    .where('isFeatured', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, name, logoUrl, websiteUrl }) => ({ id, name, logoUrl, websiteUrl }));
}

export {
  countManagedClients,
  createClient,
  getManagedClient,
  listManagedClients,
  removeClient,
  restoreClient,
  updateClient,
} from './manage.ts';
