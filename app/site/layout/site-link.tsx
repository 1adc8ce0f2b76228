import type { ComponentProps } from 'react';
import { Link } from 'react-router';

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  /** From the root of the site. */
  to: string;
  prefetch?: 'intent';
};

/** What the router's link is as markup. */
export function LinkMarkup({ to, prefetch: _, ...attributes }: Props) {
  return <a {...attributes} href={to} data-discover="true" />;
}

/** The server writes dozens of links in each page, and has no use for all that the router prepares to follow one. */
export const SiteLink = typeof document === 'undefined' ? LinkMarkup : Link;
