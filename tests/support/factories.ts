import type { Insertable, Kysely } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type {
  BlogPosts,
  Clients,
  DB,
  Faqs,
  Projects,
  TeamMembers,
  Testimonials,
} from '#server/db/types.ts';
import { renderMarkdown } from '#server/documents/markdown.ts';
import { MARKDOWN_VERSION } from '#server/documents/tasks/tasks.ts';
import type { ContentTable } from '#server/services/content/index.ts';

let serial = 0;

function unique(word: string): string {
  serial += 1;
  return `${word} ${serial}`;
}

/** Inserts a published post with unique texts. */
export async function buildBlogPost(db: Kysely<DB>, changes: Partial<Insertable<BlogPosts>> = {}) {
  const title = unique('Post');
  const content = changes.content ?? `The **text** of ${title}.`;
  return db
    .insertInto('blogPosts')
    .values({
      id: uuidV7(),
      slug: `${title.toLowerCase().replaceAll(' ', '-')}-${uuidV7().slice(-6)}`,
      title,
      excerpt: `About ${title}.`,
      content,
      contentHtml: renderMarkdown(content, 'post'),
      contentHtmlVersion: MARKDOWN_VERSION,
      category: unique('Category'),
      author: 'Selin Kaya',
      isPublished: true,
      ...changes,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Inserts a published project with unique texts. */
export async function buildProject(db: Kysely<DB>, changes: Partial<Insertable<Projects>> = {}) {
  const title = unique('Project');
  return db
    .insertInto('projects')
    .values({
      id: uuidV7(),
      title,
      shortDescription: `What ${title} does.`,
      industryCategory: 'Logistics',
      techStack: ['TypeScript', 'PostgreSQL'],
      isPublished: true,
      ...changes,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Inserts a published question with unique texts. */
export async function buildFaq(db: Kysely<DB>, changes: Partial<Insertable<Faqs>> = {}) {
  const question = unique('Question');
  return db
    .insertInto('faqs')
    .values({ id: uuidV7(), question, answer: `The answer to ${question}.`, ...changes })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Inserts a featured testimonial with unique texts. */
export async function buildTestimonial(
  db: Kysely<DB>,
  changes: Partial<Insertable<Testimonials>> = {},
) {
  return db
    .insertInto('testimonials')
    .values({ id: uuidV7(), clientName: unique('Client'), quote: 'It works.', ...changes })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Inserts a featured client with a unique name. */
export async function buildClient(db: Kysely<DB>, changes: Partial<Insertable<Clients>> = {}) {
  return db
    .insertInto('clients')
    .values({ id: uuidV7(), name: unique('Client'), ...changes })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Inserts a published team member with a unique name. */
export async function buildTeamMember(
  db: Kysely<DB>,
  changes: Partial<Insertable<TeamMembers>> = {},
) {
  return db
    .insertInto('teamMembers')
    .values({
      id: uuidV7(),
      name: unique('Member'),
      role: 'Engineer',
      isPublished: true,
      ...changes,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const CONTENT_FACTORIES = {
  blogPosts: buildBlogPost,
  projects: buildProject,
  faqs: buildFaq,
  clients: buildClient,
  testimonials: buildTestimonial,
  teamMembers: buildTeamMember,
} satisfies Record<ContentTable, unknown>;

/** Inserts a record that visitors see into a table of content. */
export function buildContent(
  db: Kysely<DB>,
  table: ContentTable,
  changes: object = {},
): Promise<{ id: string }> {
  // Each factory takes the columns of its own table; the test that names them knows which it has.
  return CONTENT_FACTORIES[table](db, changes);
}
