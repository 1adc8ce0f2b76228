import type { Blog, BlogPosting } from 'schema-dts';
import { absoluteUrl } from '#app/site/lib/page-meta.ts';
import { organizationData } from '#app/site/lib/structured-data.ts';
import type { TextSection } from '#app/site/layout/reading/sections.ts';
import type { BlogPost, BlogPostSummary } from '#shared/blog-posts/schema.ts';
import { COMPANY } from '#shared/company/values.ts';
import { BLOG_MESSAGES } from './messages.ts';

/** Without the markdown, which stays on the server. */
export type ShownPost = Omit<BlogPost, 'content' | 'contentHtml'> & {
  /** Null when rendering failed. */
  sections: readonly TextSection[] | null;
};

export function blogData(shown: readonly BlogPostSummary[], publicUrl: string): Blog {
  return {
    '@type': 'Blog',
    name: `${BLOG_MESSAGES.heading} | ${COMPANY.name}`,
    description: BLOG_MESSAGES.description,
    inLanguage: 'en',
    publisher: organizationData(publicUrl),
    blogPost: shown.map((post) => ({
      '@type': 'BlogPosting' as const,
      headline: post.title,
      description: post.excerpt,
      url: `${publicUrl}/blog/${post.slug}`,
      datePublished: post.createdAt,
      author: organizationData(publicUrl),
    })),
  };
}

export function blogPostData(post: ShownPost, publicUrl: string): BlogPosting {
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.excerpt,
    ...(post.featuredImageUrl && { image: absoluteUrl(publicUrl, post.featuredImageUrl) }),
    articleSection: post.category,
    inLanguage: 'en',
    author: organizationData(publicUrl),
    publisher: organizationData(publicUrl),
    datePublished: post.createdAt,
    dateModified: post.updatedAt,
    mainEntityOfPage: `${publicUrl}/blog/${post.slug}`,
  };
}
