import { href, redirect } from 'react-router';
import type { Route } from './+types/project-redirect.ts';

/** The address that the back office opens for a project. */
export function loader({ params }: Route.LoaderArgs) {
  throw redirect(href('/portfolio/:id', { id: params.id }), 301);
}
