import type { MetaDescriptor } from 'react-router';
import { COMPANY } from '#shared/company/values.ts';
import type { ShareImagePath } from '#shared/routes.ts';
import { pageMeta, type PageMeta, publicUrlOf, type RootMatch } from './page-meta.ts';

type OwnPage = Pick<PageMeta, 'description' | 'keywords' | 'path'> & {
  heading: string;
  image: ShareImagePath;
};

/** Meta of a page that is titled by its heading. */
export function headingMeta({ heading, image, ...page }: OwnPage) {
  return ({ matches }: { matches: readonly RootMatch[] }): MetaDescriptor[] =>
    pageMeta({
      title: `${heading} | ${COMPANY.name}`,
      description: page.description,
      keywords: page.keywords,
      path: page.path,
      publicUrl: publicUrlOf(matches),
      image: { path: image, alt: `${heading}, ${COMPANY.name}` },
    });
}
