// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { NavigationSpinner } from './spinner.tsx';

afterEach(cleanup);

it('says that a page is loading until it is there', async () => {
  const loaded = Promise.withResolvers<null>();
  const router = createMemoryRouter([
    { path: '/', element: <NavigationSpinner /> },
    { path: '/blog', element: <NavigationSpinner />, loader: () => loaded.promise },
  ]);
  render(<RouterProvider router={router} />);
  expect(screen.getByRole('status').textContent).toBe('');
  void router.navigate('/blog');
  await screen.findByText('Loading');
  loaded.resolve(null);
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
});
