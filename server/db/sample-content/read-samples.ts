import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Insertable } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { toCompany } from '#shared/company/to-company.ts';
import type { Company } from '#shared/company/values.ts';
import { companySchema } from '#shared/site-content/company.ts';
import { parseStored } from '#shared/site-content/fields.ts';
import type { ContentKey } from '#shared/site-content/types.ts';

const CONTENT = join(import.meta.dirname, '../../../content');

type Sample<Table extends keyof DB> = Omit<Insertable<DB[Table]>, 'id' | 'updatedAt'>;
type SamplePost = Sample<'blogPosts'> & { featuredImage: string };
type SampleProject = Omit<Sample<'projects'>, 'galleryImages' | 'results'> & {
  featuredImage: string;
  galleryImages?: string[];
  results: object[];
};
type SampleClient = Sample<'clients'> & { logo: string | null };
type SampleTestimonial = Sample<'testimonials'> & { photo: string | null };
type SampleTeamMember = Sample<'teamMembers'> & { photo: string | null };

function readFolder(folder: string): { name: string; text: string }[] {
  const path = join(CONTENT, folder);
  const files = readdirSync(path).toSorted();
  return files.map((file) => ({ name: file, text: readFileSync(join(path, file), 'utf8') }));
}

function readList(file: string): unknown {
  return JSON.parse(readFileSync(join(CONTENT, file), 'utf8'));
}

/** A post is named after its slug. Each line of its front matter is a key and a JSON value. */
function parsePost(file: string, text: string): SamplePost {
  const [, head = '', content = ''] = /^---\n(.*?)\n---\n\n(.*)\n$/s.exec(text) ?? [];
  const fields = head.split('\n').map((line) => {
    const [key = '', value = ''] = line.split(/: (.*)/s);
    return [key, JSON.parse(value)] as const;
  });
  return { ...Object.fromEntries(fields), slug: basename(file, '.md'), content } as SamplePost;
}

/** Published first, then newest first: ids of rows follow this order. */
function sortByNewest<T extends SamplePost | SampleProject>(samples: T[]): T[] {
  const rank = ({ isPublished, createdAt }: T) => `${Number(isPublished)} ${String(createdAt)}`;
  return samples.toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1));
}

export function readSamplePosts(): SamplePost[] {
  return sortByNewest(readFolder('posts').map(({ name, text }) => parsePost(name, text)));
}

export function readSampleProjects(): SampleProject[] {
  return sortByNewest(readFolder('projects').map(({ text }) => JSON.parse(text) as SampleProject));
}

/** Null where the built-in texts are the sample. */
export function findSiteContentSample(key: ContentKey): object | null {
  const file = `site/${key.replace('/', '-')}.json`;
  return existsSync(join(CONTENT, file)) ? (readList(file) as object) : null;
}

export function readSampleCompany(): Company {
  return toCompany(parseStored(companySchema, findSiteContentSample('company') ?? {}), '');
}

export function readOtherSamples() {
  return {
    clients: readList('clients.json') as SampleClient[],
    faqs: readList('faqs.json') as Sample<'faqs'>[],
    teamMembers: readList('team-members.json') as SampleTeamMember[],
    testimonials: readList('testimonials.json') as SampleTestimonial[],
  };
}
