import { HomePage } from '#app/site/home/home-page.tsx';
import { homeMeta } from '#app/site/home/home-meta.ts';
import { publicUrlOf } from '#app/site/lib/page-meta.ts';
import { loadOr, pageData } from '#server/route-context.ts';
import { listBlogPosts } from '#server/services/blog-posts/index.ts';
import { listClients } from '#server/services/clients/index.ts';
import { listTestimonials } from '#server/services/testimonials/index.ts';
import type { Route } from './+types/home.ts';

const PREVIEWED_POSTS = 3;

export async function loader({ context }: Route.LoaderArgs) {
  const [testimonials, blogPosts, clients] = await Promise.all([
    loadOr(context, 'Failed to load testimonials', [], listTestimonials),
    loadOr(context, 'Failed to load blog posts', [], (ctx) =>
      listBlogPosts(ctx, { limit: PREVIEWED_POSTS }),
    ),
    loadOr(context, 'Failed to load clients', [], listClients),
  ]);
  return pageData(
    {
      testimonials: testimonials.value,
      blogPosts: blogPosts.value,
      clients: clients.value,
      failed: { testimonials: testimonials.hasFailed, blogPosts: blogPosts.hasFailed },
    },
    testimonials.hasFailed || blogPosts.hasFailed || clients.hasFailed,
  );
}

export function meta({ matches }: Route.MetaArgs) {
  return homeMeta(publicUrlOf(matches));
}

export default function HomeRoute({ loaderData, matches }: Route.ComponentProps) {
  return <HomePage {...loaderData} publicUrl={publicUrlOf(matches)} />;
}
