import { BlogPostPreview } from '#app/admin/blog-posts/blog-post-preview.tsx';

export default function PreviewBlogPostRoute() {
  return <BlogPostPreview />;
}
