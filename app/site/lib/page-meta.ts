import { type MetaDescriptor, useMatches } from 'react-router';
import { COMPANY } from '#shared/company/values.ts';
import type { ShareImagePath, SitePath } from '#shared/routes.ts';

export type PageMeta = {
  /** The whole title, company name included. */
  title: string;
  description: string;
  keywords: string;
  /** The canonical path; an alias names the page it stands for. */
  path: SitePath;
  publicUrl: string;
  type?: 'website' | 'article';
  /** Path of a 1200 x 630 image, null for none. */
  image: { path: ShareImagePath; alt: string } | null;
};

/** Title, description, canonical link and social tags of a page (ogp.me, Google Search documentation). */
export function pageMeta({
  title,
  description,
  keywords,
  path,
  publicUrl,
  type = 'website',
  image,
}: PageMeta): MetaDescriptor[] {
  const url = `${publicUrl}${path}`;
  return [
    { title },
    { name: 'description', content: description },
    { name: 'keywords', content: keywords },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: type },
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: COMPANY.name },
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    ...(image
      ? [
          { property: 'og:image', content: `${publicUrl}${image.path}` },
          { property: 'og:image:width', content: '1200' },
          { property: 'og:image:height', content: '630' },
          { property: 'og:image:alt', content: image.alt },
          { name: 'twitter:image', content: `${publicUrl}${image.path}` },
        ]
      : []),
  ];
}

/** Meta of a page that does not exist or could not be loaded. */
export function missingPageMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} | ${COMPANY.name}` }, { name: 'robots', content: 'noindex' }];
}

export type RootMatch = { id: string; loaderData?: unknown } | undefined;

/** The site's own origin as the root loader gives it; empty while nothing could be loaded. */
export function publicUrlOf(matches: readonly RootMatch[]): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as
    | { publicUrl?: string }
    | undefined;
  return root?.publicUrl ?? '';
}

export function usePublicUrl(): string {
  return publicUrlOf(useMatches());
}
