import { data } from 'react-router';
import { NotFoundPage } from '#app/site/layout/fallbacks/not-found-page.tsx';
import { NOT_FOUND_MESSAGES } from '#app/site/layout/fallbacks/messages.ts';
import { COMPANY } from '#shared/company/values.ts';

export function loader() {
  return data(null, { status: 404 });
}

export function meta() {
  return [
    { title: `${NOT_FOUND_MESSAGES.title} | ${COMPANY.name}` },
    { name: 'robots', content: 'noindex' },
  ];
}

export default function NotFoundRoute() {
  return <NotFoundPage />;
}
