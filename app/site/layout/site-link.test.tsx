import { renderToStaticMarkup } from 'react-dom/server';
import { Link, MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { LinkMarkup, SiteLink } from './site-link.tsx';

it.each([
  { to: '/' },
  { to: '/#services', className: 'link' },
  { to: '/blog/çok-iyi?a=1&b="2"', prefetch: 'intent' },
  { to: '/contact', 'aria-current': 'page', children: 'Contact & more' },
  { to: '/order', 'aria-label': 'Order', onClick: () => undefined },
] as const)('writes on the server what the browser makes of $to', (props) => {
  const [onServer, inBrowser] = [LinkMarkup, Link].map((Each) =>
    renderToStaticMarkup(
      <MemoryRouter initialEntries={['/blog/a-post']}>
        <Each {...props} />
      </MemoryRouter>,
    ),
  );
  expect(onServer).toBe(inBrowser);
  expect(onServer).toMatch(/^<a .*href="\//);
});

it('is followed by the router in a browser', () => {
  expect(SiteLink).toBe(Link);
});
