import type { ServiceContext } from '#server/context.ts';
import type { Testimonial } from '#shared/testimonials.ts';

/** The featured testimonials, newest first. */
export async function listTestimonials(ctx: ServiceContext): Promise<Testimonial[]> {
  const rows = await ctx.db
    .selectFrom('testimonials')
    .select([
      'id',
      'clientName',
      'clientTitle',
      'clientCompany',
      'quote',
      'rating',
      'photoUrl',
      'isFeatured',
      'createdAt',
    ])
    .where('isFeatured', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    clientName: row.clientName,
    clientTitle: row.clientTitle,
    clientCompany: row.clientCompany,
    quote: row.quote,
    rating: row.rating,
    photoUrl: row.photoUrl,
    isFeatured: row.isFeatured,
    createdAt: row.createdAt.toISOString(),
  }));
}

export {
  countManagedTestimonials,
  createTestimonial,
  getManagedTestimonial,
  listManagedTestimonials,
  removeTestimonial,
  restoreTestimonial,
  updateTestimonial,
} from './manage.ts';
