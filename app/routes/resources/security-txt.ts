import { pageContext } from '#server/http/pages/route-context.ts';
import type { Route } from './+types/security-txt.ts';

// RFC 9116 wants less than a year; renewed when the process starts or settings change.
const VALID_DAYS = 330;
const DAY_MS = 86_400_000;

/** RFC 9116. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, services, settings } = context.get(pageContext);
  const { email } = settings.company;
  const expires = new Date(services.now().getTime() + VALID_DAYS * DAY_MS);
  const lines = [
    ...(email ? [`Contact: mailto:${email}`] : []),
    `Contact: ${publicUrl}/contact`,
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00Z`,
    'Preferred-Languages: en, tr',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=86400',
    },
  });
}
