// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { NavigationSpinner } from './spinner.tsx';

afterEach(cleanup);

function renderSite() {
  let respond = () => {};
  const loaded = new Promise<null>((resolve) => {
    respond = () => resolve(null);
  });
  const router = createMemoryRouter([
    {
      element: (
        <>
          <NavigationSpinner />
          <Outlet />
        </>
      ),
      children: [
        { path: '/', element: <h1>Home</h1> },
        { path: '/blog', element: <h1>Blog</h1>, loader: () => loaded },
      ],
    },
  ]);
  render(<RouterProvider router={router} />);
  return { router, respond: respond };
}

describe('NavigationSpinner', () => {
  it('says that a page is loading until it is there', async () => {
    const { router, respond } = renderSite();
    expect(screen.getByRole('status').textContent).toBe('');

    void router.navigate('/blog');
    await screen.findByText('Loading');

    respond();
    await screen.findByRole('heading', { name: 'Blog' });
    await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
  });
});
