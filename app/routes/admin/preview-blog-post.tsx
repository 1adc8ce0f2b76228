import { BLOG_POSTS } from '#app/admin/blog-posts/screen.tsx';
import { ContentPreview } from '#app/admin/content/content-preview.tsx';

export default function PreviewBlogPostRoute() {
  return <ContentPreview definition={BLOG_POSTS} />;
}
