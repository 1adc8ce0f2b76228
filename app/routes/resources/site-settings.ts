import { pageContext } from '#server/http/pages/route-context.ts';
import type { Route } from './+types/site-settings.ts';

/** For browsers without the stream; cached like a page. */
export function loader({ context }: Route.LoaderArgs) {
  return Response.json(context.get(pageContext).settings);
}
