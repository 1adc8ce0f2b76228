import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Link, MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { SiteLink } from './site-link.tsx';

afterEach(() => vi.unstubAllGlobals());

type Props = ComponentProps<typeof SiteLink>;

function markupOf(Each: typeof SiteLink | typeof Link, props: Props): string {
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/blog/a-post']}>
      <Each {...props} />
    </MemoryRouter>,
  );
}

it.each<Props>([
  { to: '/' },
  { to: '/#services', className: 'link' },
  { to: '/blog/çok-iyi?a=1&b="2"', prefetch: 'intent' },
  { to: '/contact', 'aria-current': 'page', children: 'Contact & more' },
  { to: '/portfolio', viewTransition: true },
  { to: '/order', 'aria-label': 'Order', onClick: () => undefined },
])('is on the server what the router makes of $to in a browser', (props) => {
  const expected = markupOf(Link, props);
  expect(expected).toMatch(/^<a .*href="\//);
  expect(markupOf(SiteLink, props)).toBe(expected);
  vi.stubGlobal('document', undefined);
  expect(markupOf(SiteLink, props)).toBe(expected);
});
