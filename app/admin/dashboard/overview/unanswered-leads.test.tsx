// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, it, vi } from 'vitest';
import { createQueryClient } from '#app/admin/data/query-client.ts';
import { stubApi } from '#tests/support/browser/admin-queries.tsx';
import { UnansweredLeads } from './unanswered-leads.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says how the promise was kept also when nobody waits', async () => {
  stubApi(() => ({
    items: [],
    total: 0,
    overdue: 0,
    oldest_since: null,
    trend: { due: 4, in_time: 3, due_before: 2, in_time_before: 2 },
  }));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <UnansweredLeads />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText('Nobody waits for an answer');
  screen.getByText('Promise kept: 75 % in the last 7 days, 100 % in the 7 before');
});
