import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  layout('routes/site/layout.tsx', [
    index('routes/site/home.tsx'),
    route('order', 'routes/site/order.tsx'),
    route('portfolio', 'routes/site/portfolio.tsx'),
    route('portfolio/:id', 'routes/site/project.tsx'),
    route('contact', 'routes/site/contact.tsx'),
    route('terms-of-service', 'routes/site/terms-of-service.tsx'),
    route('terms', 'routes/site/terms-of-service.tsx', { id: 'terms' }),
    route('privacy-policy', 'routes/site/privacy-policy.tsx'),
    route('privacy', 'routes/site/privacy-policy.tsx', { id: 'privacy' }),
    route('blog', 'routes/site/blog.tsx'),
    route('blog/:slug', 'routes/site/blog-post.tsx'),
    route('pricing', 'routes/site/pricing.tsx'),
    route('faq', 'routes/site/faq.tsx'),
    route('project/:id', 'routes/site/project-redirect.tsx'),
    route('*', 'routes/site/not-found.tsx'),
  ]),
  route('adminloginpage', 'routes/admin/login.tsx'),
  route('admin/*', 'routes/admin/placeholder.tsx'),
  route('sitemap.xml', 'routes/resources/sitemap.ts'),
  route('robots.txt', 'routes/resources/robots.ts'),
  route('blog/rss.xml', 'routes/resources/rss.ts'),
  route('share/:kind/:name', 'routes/resources/share-image.ts'),
] satisfies RouteConfig;
