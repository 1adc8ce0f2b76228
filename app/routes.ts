import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';
import { CONTENT } from '#app/admin/data/content.ts';
import { PUBLIC_ROUTES, type PublicRoute } from '#shared/routes.ts';

/** Two paths may share a module, so routes are named by their path. */
function toRoute({ path, module }: PublicRoute) {
  const file = `routes/${module}`;
  return path === '/' ? index(file, { id: path }) : route(path.slice(1), file, { id: path });
}

export default [
  layout('routes/site/layout.tsx', [
    ...PUBLIC_ROUTES.filter(({ kind }) => kind !== 'resource').map(toRoute),
    route('*', 'routes/site/not-found.tsx'),
  ]),
  route('adminloginpage', 'routes/admin/login.tsx'),
  route('admin', 'routes/admin/layout.tsx', [
    layout('routes/admin/screen.tsx', [
      index('routes/admin/dashboard.tsx'),
      route('queue', 'routes/admin/queue.tsx'),
      route('orders', 'routes/admin/orders.tsx'),
      route('messages', 'routes/admin/messages.tsx'),
      ...Object.values(CONTENT).map(({ screen }) =>
        route(screen.replace('/admin/', ''), 'routes/admin/content.tsx', { id: screen }),
      ),
      route('contact-audit', 'routes/admin/contact-audit.tsx'),
      route('settings', 'routes/admin/settings.tsx'),
      route('setup', 'routes/admin/setup.tsx'),
      ...['pages', 'offer', 'company', 'emails'].map((screen) =>
        route(`${screen}/:part?`, 'routes/admin/site-content.tsx', { id: `admin-${screen}` }),
      ),
      route('mails', 'routes/admin/mails.tsx'),
      route('privacy', 'routes/admin/privacy.tsx'),
      route('reports', 'routes/admin/reports.tsx'),
      route('security', 'routes/admin/security.tsx'),
      route('preview/blog/:id', 'routes/admin/content.tsx', { id: 'preview-blog' }),
      route('preview/project/:id', 'routes/admin/content.tsx', { id: 'preview-project' }),
      route('*', 'routes/admin/not-found.tsx'),
    ]),
  ]),
  ...PUBLIC_ROUTES.filter(({ kind }) => kind === 'resource').map(toRoute),
] satisfies RouteConfig;
