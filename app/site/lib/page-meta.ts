import { type MetaDescriptor, useMatches } from 'react-router';
import type { Company } from '#shared/company/values.ts';
import type { SitePath } from '#shared/routes.ts';
import type { LiveSettings } from '#shared/site-settings/schema.ts';
import { DEFAULT_LIVE_SETTINGS } from '#shared/site-settings/values.ts';

export type PageMeta = {
  heading: string;
  description: string;
  keywords: string;
  /** Canonical path, also of aliases. */
  path: SitePath;
  type?: 'website' | 'article';
  /** Social image; by default the site's, null for none. */
  image?: PageImage | null;
};

type PageImage = { url: string; alt: string };

const BUILT_IN_IMAGE = {
  url: '/share.png',
  alt: 'Blue tile with an eight-pointed star',
} as const satisfies PageImage;

export function getSiteImage({ shareImage, name }: Company): PageImage {
  return shareImage ? { url: shareImage, alt: name } : BUILT_IN_IMAGE;
}

type RootMatch = { id: string; loaderData?: unknown } | undefined;
export type MetaArgs = { matches: readonly RootMatch[] };

const NOT_INDEXED = { name: 'robots', content: 'noindex' };

export function pageTitle(heading: string, { name }: Company): string {
  return [heading, name].filter(Boolean).join(' | ');
}

/** ogp.me, Google Search documentation. */
export function pageMeta(page: PageMeta, { matches }: MetaArgs): MetaDescriptor[] {
  const site = getSite(matches);
  return [{ title: pageTitle(page.heading, site.company) }, ...untitledMeta(page, site)];
}

/** Without the title, which changes with the errors of the form. */
export function formMeta(
  page: PageMeta,
  { matches }: MetaArgs,
  isThanks: boolean,
): MetaDescriptor[] {
  const tags = untitledMeta(page, getSite(matches));
  return isThanks ? [...tags, NOT_INDEXED] : tags;
}

function untitledMeta(page: PageMeta, { publicUrl, company }: Site): MetaDescriptor[] {
  const siteImage = getSiteImage(company);
  const { heading, description, keywords, path, type = 'website', image = siteImage } = page;
  const title = pageTitle(heading, company);
  const url = `${publicUrl}${path}`;
  const tags = {
    description,
    keywords,
    'og:title': title,
    'og:description': description,
    'og:type': type,
    'og:url': url,
    'og:site_name': company.name,
    'twitter:card': image ? 'summary_large_image' : 'summary',
    'twitter:title': title,
    'twitter:description': description,
    ...(image && imageTags(image, title, { siteImage, publicUrl })),
  };
  return [
    { tagName: 'link', rel: 'canonical', href: url },
    ...Object.entries(tags)
      .filter(([, content]) => content)
      .map(([name, content]) =>
        name.startsWith('og:') ? { property: name, content } : { name, content },
      ),
  ];
}

function imageTags(
  { url, alt }: PageImage,
  title: string,
  { siteImage, publicUrl }: { siteImage: PageImage; publicUrl: string },
) {
  const isBuiltIn = url === BUILT_IN_IMAGE.url;
  const image = absoluteUrl(publicUrl, url);
  // X does not show SVG.
  const bitmaps = [url, siteImage.url].filter((each) => !/\.svg(#|$)/i.test(each));
  return {
    'og:image': image,
    ...(isBuiltIn && { 'og:image:width': '1200', 'og:image:height': '630' }),
    'og:image:alt': alt || title,
    'twitter:image': absoluteUrl(publicUrl, bitmaps[0] ?? BUILT_IN_IMAGE.url),
  };
}

export function getOwnImage(record: {
  featuredImageUrl: string | null;
  featuredImageAlt: string;
}): PageImage | null {
  const { featuredImageUrl: url, featuredImageAlt: alt } = record;
  return url ? { url, alt } : null;
}

export function missingPageMeta(heading: string, { matches }: MetaArgs): MetaDescriptor[] {
  return [{ title: pageTitle(heading, getSite(matches).company) }, NOT_INDEXED];
}

export function privateMeta(): MetaDescriptor[] {
  return [NOT_INDEXED];
}

function getRootData(matches: readonly RootMatch[]) {
  return matches.find((match) => match?.id === 'root')?.loaderData as
    | { publicUrl?: string; settings?: LiveSettings }
    | undefined;
}

/** The site as meta tags and structured data name it. */
export type Site = { publicUrl: string; company: Company; logoUrl: string };

export function toSite(publicUrl: string, { company, brand, headerLogoUrl }: LiveSettings): Site {
  return { publicUrl, company, logoUrl: brand?.squareLogoUrl || headerLogoUrl || '/logo.svg' };
}

/** Empty if the root loader failed. */
export function getSite(matches: readonly RootMatch[]): Site {
  const { publicUrl = '', settings = DEFAULT_LIVE_SETTINGS } = getRootData(matches) ?? {};
  return toSite(publicUrl, settings);
}

export function getSettings(matches: readonly RootMatch[]): LiveSettings {
  return getRootData(matches)?.settings ?? DEFAULT_LIVE_SETTINGS;
}

export function useSite(): Site {
  return getSite(useMatches());
}

export function usePageTitle(heading: string): string {
  return pageTitle(heading, useSite().company);
}

/** Without the focal point; addresses of other sites stay unchanged. */
export function absoluteUrl(publicUrl: string, url: string): string {
  return (url.startsWith('/') ? publicUrl : '') + url.replace(/#.*/, '');
}
