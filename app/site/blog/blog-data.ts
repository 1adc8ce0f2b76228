import type { Blog, BlogPosting, BreadcrumbList, WithContext } from 'schema-dts';
import { absoluteUrl } from '#app/site/lib/page-meta.ts';
import { breadcrumbData, organizationData } from '#app/site/lib/structured-data.ts';
import type { BlogPost, BlogPostSummary } from '#shared/blog-posts/schema.ts';
import { COMPANY } from '#shared/company/values.ts';
import { BLOG_MESSAGES } from './messages.ts';

const BLOG_PATH = '/blog';

/** A post as its page shows it; its markdown stays on the server. */
export type ShownPost = Omit<BlogPost, 'content'>;

/** Structured data of the list, naming the posts that are visible. */
export function blogData(
  shown: readonly BlogPostSummary[],
  publicUrl: string,
): [WithContext<Blog>, WithContext<BreadcrumbList>] {
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Blog',
      name: `${BLOG_MESSAGES.heading} | ${COMPANY.name}`,
      description: BLOG_MESSAGES.description,
      url: `${publicUrl}${BLOG_PATH}`,
      inLanguage: 'en',
      publisher: organizationData(publicUrl),
      blogPost: shown.map((post) => ({
        '@type': 'BlogPosting' as const,
        headline: post.title,
        description: post.excerpt,
        url: `${publicUrl}${BLOG_PATH}/${post.slug}`,
        datePublished: post.createdAt,
        author: organizationData(publicUrl),
      })),
    },
    breadcrumbData(publicUrl, [{ name: BLOG_MESSAGES.heading, path: BLOG_PATH }]),
  ];
}

export function blogPostData(
  post: ShownPost,
  publicUrl: string,
): [WithContext<BlogPosting>, WithContext<BreadcrumbList>] {
  const path = `${BLOG_PATH}/${post.slug}` as const;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.excerpt,
      ...(post.featuredImageUrl && {
        image: [
          absoluteUrl(publicUrl, post.featuredImageUrl),
          `${publicUrl}/share/post/${post.slug}.png`,
        ],
      }),
      articleSection: post.category,
      inLanguage: 'en',
      author: organizationData(publicUrl),
      publisher: organizationData(publicUrl),
      datePublished: post.createdAt,
      dateModified: post.updatedAt,
      url: `${publicUrl}${path}`,
      mainEntityOfPage: `${publicUrl}${path}`,
    },
    breadcrumbData(publicUrl, [
      { name: BLOG_MESSAGES.heading, path: BLOG_PATH },
      { name: post.title, path },
    ]),
  ];
}
