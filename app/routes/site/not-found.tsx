import { data } from 'react-router';
import { NotFoundPage } from '#app/site/layout/not-found-page.tsx';
import { services } from '#server/route-context.ts';
import { COMPANY } from '#shared/company.ts';
import type { Route } from './+types/not-found.ts';

export function loader({ context, request }: Route.LoaderArgs) {
  services(context).log.warn(
    { path: new URL(request.url).pathname.slice(0, 200) },
    'page not found',
  );
  return data(null, { status: 404 });
}

export function meta() {
  return [{ title: `Page not found | ${COMPANY.name}` }, { name: 'robots', content: 'noindex' }];
}

export default function NotFoundRoute() {
  return <NotFoundPage />;
}
