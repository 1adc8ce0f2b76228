import type { Blog, BlogPosting } from 'schema-dts';
import { absoluteUrl, pageTitle, type Site } from '#app/site/lib/page-meta.ts';
import type { PageCopy } from '#app/site/lib/page-copy.ts';
import { organizationData } from '#app/site/lib/structured-data.ts';
import type { TextSection } from '#app/site/layout/reading/sections.ts';
import type { BlogPost, BlogPostSummary } from '#shared/blog-posts/schema.ts';

/** Without the markdown, which stays on the server. */
export type ShownPost = Omit<BlogPost, 'content' | 'contentHtml'> & {
  /** Null when rendering failed. */
  sections: readonly TextSection[] | null;
};

export function blogData(
  shown: readonly BlogPostSummary[],
  site: Site,
  { heading, description }: PageCopy,
): Blog {
  return {
    '@type': 'Blog',
    name: pageTitle(heading, site.company),
    ...(description && { description }),
    inLanguage: 'en',
    publisher: organizationData(site),
    blogPost: shown.map((post) => ({
      '@type': 'BlogPosting' as const,
      headline: post.title,
      description: post.excerpt,
      url: `${site.publicUrl}/blog/${post.slug}`,
      datePublished: post.createdAt,
      author: organizationData(site),
    })),
  };
}

export function blogPostData(post: ShownPost, site: Site): BlogPosting {
  const { publicUrl } = site;
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.excerpt,
    ...(post.featuredImageUrl && { image: absoluteUrl(publicUrl, post.featuredImageUrl) }),
    articleSection: post.category,
    inLanguage: 'en',
    author: organizationData(site),
    publisher: organizationData(site),
    datePublished: post.createdAt,
    dateModified: post.updatedAt,
    mainEntityOfPage: `${publicUrl}/blog/${post.slug}`,
  };
}
