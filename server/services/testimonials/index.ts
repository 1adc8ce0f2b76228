import { sql } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import { columnsOf, presentRow } from '#server/db/present-row.ts';
import { defineContent } from '#server/services/content/index.ts';
import { TESTIMONIAL } from '#shared/testimonials/admin-schema.ts';
import { type Testimonial, testimonialSchema } from '#shared/testimonials/schema.ts';

export const testimonials = defineContent({
  table: 'testimonials',
  ...TESTIMONIAL,
  nameColumn: 'clientName',
  subjectOf: ({ clientName }) => `testimonial of "${clientName}"`,
  searched: sql`client_name, client_title, client_company, quote`,
});

export async function listTestimonials(ctx: ServiceContext): Promise<Testimonial[]> {
  const rows = await ctx.db
    .selectFrom('testimonials')
    .select(columnsOf(testimonialSchema))
    .where('isFeatured', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(presentRow);
}
