import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import type { ADMIN_PATHS, SiteUrl } from '#shared/routes.ts';

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: SiteUrl | (typeof ADMIN_PATHS)[number];
  prefetch?: 'none' | 'intent';
  viewTransition?: boolean;
};

/** A plain link on the server, where the router's preparation would repeat for dozens of links. */
export function SiteLink({
  to,
  prefetch = 'none',
  viewTransition,
  children,
  ...attributes
}: Props) {
  if (typeof document === 'undefined') {
    return (
      <a {...attributes} href={to} data-discover="true">
        {children}
      </a>
    );
  }
  return (
    <Link {...attributes} {...{ to, prefetch, viewTransition }}>
      {children}
    </Link>
  );
}
