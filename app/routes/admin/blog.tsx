import { BLOG_POSTS } from '#app/admin/blog-posts/blog-posts.tsx';
import { ContentScreen } from '#app/admin/content/content-screen.tsx';

export default function AdminBlogRoute() {
  return <ContentScreen definition={BLOG_POSTS} />;
}
