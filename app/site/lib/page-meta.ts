import { type MetaDescriptor, useMatches } from 'react-router';
import { COMPANY } from '#shared/company/values.ts';
import { DEFAULT_OFFICE_HOURS, type OfficeHours } from '#shared/office-hours/values.ts';
import type { ShareImagePath, SitePath } from '#shared/routes.ts';

type PageMeta = {
  heading: string;
  description: string;
  keywords: string;
  /** The canonical path; an alias names the page it stands for. */
  path: SitePath;
  type?: 'website' | 'article';
  /** Path of a 1200 x 630 image, null for none. */
  image: ShareImagePath | null;
  imageAlt?: string;
  /** What the page shows of its subject. It is shared as the image, which stays for those that take no drawings. */
  featured?: { featuredImageUrl: string | null; featuredImageAlt: string };
};

type RootMatch = { id: string; loaderData?: unknown } | undefined;
type MetaArgs = { matches: readonly RootMatch[] };

const NOT_INDEXED = { name: 'robots', content: 'noindex' };

export function pageTitle(heading: string): string {
  return `${heading} | ${COMPANY.name}`;
}

/** Title, description, canonical link and social tags of a page (ogp.me, Google Search documentation). */
export function pageMeta(page: PageMeta, { matches }: MetaArgs): MetaDescriptor[] {
  return [{ title: pageTitle(page.heading) }, ...untitledMeta(page, publicUrlOf(matches))];
}

export function metaOf(page: PageMeta) {
  return (args: MetaArgs) => pageMeta(page, args);
}

/** The same without the title, which changes with the errors of a form and is part of its page. */
export function formMeta(
  page: PageMeta,
  { matches }: MetaArgs,
  isThanks: boolean,
): MetaDescriptor[] {
  const tags = untitledMeta(page, publicUrlOf(matches));
  return isThanks ? [...tags, NOT_INDEXED] : tags;
}

function untitledMeta(page: PageMeta, publicUrl: string): MetaDescriptor[] {
  const { heading, description, keywords, path, type = 'website', image } = page;
  const title = pageTitle(heading);
  const url = `${publicUrl}${path}`;
  const tags = {
    description,
    keywords,
    'og:title': title,
    'og:description': description,
    'og:type': type,
    'og:url': url,
    'og:site_name': COMPANY.name,
    'twitter:card': image ? 'summary_large_image' : 'summary',
    'twitter:title': title,
    'twitter:description': description,
    ...(image && imageTags(page, `${publicUrl}${image}`, publicUrl)),
  };
  return [
    { tagName: 'link', rel: 'canonical', href: url },
    ...Object.entries(tags).map(([name, content]) =>
      name.startsWith('og:') ? { property: name, content } : { name, content },
    ),
  ];
}

function imageTags({ heading, imageAlt, featured }: PageMeta, image: string, publicUrl: string) {
  const alt = imageAlt ?? `${heading}, ${COMPANY.name}`;
  const url = featured?.featuredImageUrl;
  return {
    ...(url
      ? { 'og:image': absoluteUrl(publicUrl, url) }
      : { 'og:image': image, 'og:image:width': '1200', 'og:image:height': '630' }),
    'og:image:alt': (url && featured.featuredImageAlt) || alt,
    'twitter:image': image,
  };
}

export function missingPageMeta(heading: string): MetaDescriptor[] {
  return [{ title: pageTitle(heading) }, NOT_INDEXED];
}

export function privateMeta(): MetaDescriptor[] {
  return [NOT_INDEXED];
}

function getRootData(matches: readonly RootMatch[]) {
  return matches.find((match) => match?.id === 'root')?.loaderData as
    | { publicUrl?: string; settings?: { officeHours: OfficeHours } }
    | undefined;
}

/** The site's own origin as the root loader gives it; empty while nothing could be loaded. */
export function publicUrlOf(matches: readonly RootMatch[]): string {
  return getRootData(matches)?.publicUrl ?? '';
}

export function getOfficeHours(matches: readonly RootMatch[]): OfficeHours {
  return getRootData(matches)?.settings?.officeHours ?? DEFAULT_OFFICE_HOURS;
}

export function usePublicUrl(): string {
  return publicUrlOf(useMatches());
}

/** A stored image's address with the site's own origin and without its focal point; other sites' addresses stay as they are. */
export function absoluteUrl(publicUrl: string, url: string): string {
  return (url.startsWith('/') ? publicUrl : '') + url.replace(/#.*/, '');
}
