import { BlogPostsPage } from '#app/admin/blog-posts/blog-posts-page.tsx';

export default function AdminBlogRoute() {
  return <BlogPostsPage />;
}
