import type { Kysely } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { DB } from '#server/db/types.ts';
import { renderMarkdown } from '#server/documents/markdown.ts';
import { MARKDOWN_VERSION } from '#server/documents/tasks/tasks.ts';
import type { ContentTable } from '#server/services/content/index.ts';
import { type Changes, insertRow } from './database/rows.ts';

let serial = 0;

function unique(word: string): string {
  serial += 1;
  return `${word} ${serial}`;
}

/** Inserts a published post with unique words. */
export function buildBlogPost(db: Kysely<DB>, changes: Changes<'blogPosts'> = {}) {
  const title = unique('Post');
  const content = changes.content ?? `The **text** of ${title}.`;
  return insertRow(db, 'blogPosts', {
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
  });
}

/** Inserts a published project with unique words. */
export function buildProject(db: Kysely<DB>, changes: Changes<'projects'> = {}) {
  const title = unique('Project');
  return insertRow(db, 'projects', {
    id: uuidV7(),
    title,
    shortDescription: `What ${title} does.`,
    industryCategory: 'Logistics',
    techStack: ['TypeScript', 'PostgreSQL'],
    isPublished: true,
    ...changes,
  });
}

/** Inserts a published question with unique words. */
export function buildFaq(db: Kysely<DB>, changes: Changes<'faqs'> = {}) {
  const question = unique('Question');
  const answer = `The answer to ${question}.`;
  return insertRow(db, 'faqs', { id: uuidV7(), question, answer, ...changes });
}

/** Inserts a featured testimonial with unique words. */
export function buildTestimonial(db: Kysely<DB>, changes: Changes<'testimonials'> = {}) {
  const own = { clientName: unique('Client'), quote: 'It works.' };
  return insertRow(db, 'testimonials', { id: uuidV7(), ...own, ...changes });
}

/** Inserts a featured client with a unique name. */
export function buildClient(db: Kysely<DB>, changes: Changes<'clients'> = {}) {
  return insertRow(db, 'clients', { id: uuidV7(), name: unique('Client'), ...changes });
}

/** Inserts a published team member with a unique name. */
export function buildTeamMember(db: Kysely<DB>, changes: Changes<'teamMembers'> = {}) {
  const member = { name: unique('Member'), role: 'Engineer', isPublished: true };
  return insertRow(db, 'teamMembers', { id: uuidV7(), ...member, ...changes });
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
