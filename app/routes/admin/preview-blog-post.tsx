import { BLOG_POSTS } from '#app/admin/blog-posts/blog-posts.tsx';
import { ContentPreview } from '#app/admin/content/content-preview.tsx';

export default function PreviewBlogPostRoute() {
  return <ContentPreview definition={BLOG_POSTS} />;
}
