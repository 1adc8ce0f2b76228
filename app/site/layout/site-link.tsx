import type { ComponentProps } from 'react';
import { Link } from 'react-router';

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  /** From the root of the site. */
  to: string;
  prefetch?: 'none' | 'intent';
};

/** A link that the router follows. The server, which writes dozens in each page, leaves out what the router prepares for that. */
export function SiteLink({ to, prefetch = 'none', children, ...attributes }: Props) {
  if (typeof document === 'undefined') {
    return (
      <a {...attributes} href={to} data-discover="true">
        {children}
      </a>
    );
  }
  return (
    <Link {...attributes} to={to} prefetch={prefetch}>
      {children}
    </Link>
  );
}
