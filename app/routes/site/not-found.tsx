import type { Route } from './+types/not-found.ts';
import { data } from 'react-router';
import { NotFoundPage } from '#app/site/layout/fallbacks/not-found-page.tsx';
import { NOT_FOUND_MESSAGES } from '#app/site/layout/fallbacks/messages.ts';
import { missingPageMeta } from '#app/site/lib/page-meta.ts';

export function loader() {
  return data(null, { status: 404 });
}

export function meta({ matches }: Route.MetaArgs) {
  return missingPageMeta(NOT_FOUND_MESSAGES.title, { matches });
}

export default function NotFoundRoute() {
  return <NotFoundPage />;
}
