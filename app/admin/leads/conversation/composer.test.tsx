// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#app/admin/data/query-client.ts';
import { stubApi } from '#tests/support/browser/admin-queries.tsx';
import { Composer } from './composer.tsx';

vi.mock('#app/admin/ui/notify.ts', () => ({ useNotify: () => ({ error: vi.fn() }) }));
vi.mock('./use-offer-undo.tsx', () => ({ useOfferUndo: () => vi.fn() }));
vi.mock('./use-presence.ts', () => ({ usePresence: vi.fn() }));

// Not in jsdom.
Object.assign(Element.prototype, { scrollBy: vi.fn() });

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function writeReply(text: string, send: () => unknown = () => ({ id: 'a' })) {
  const requests = stubApi(send);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Composer
        conversationId="a"
        leadPath="orders/a"
        email="selin@example.com"
        lastWordAt="2026-11-27T08:00:00.000Z"
        templateValues={{ name: 'Selin', deadline: null }}
        onChanged={async () => undefined}
      />
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText('Reply to selin@example.com'), {
    target: { value: text },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Send reply' }));
  return requests;
}

it('fills in the variables of a typed reply when it is sent', async () => {
  const requests = writeReply('Dear {name}, by {deadline}.');
  await waitFor(() =>
    expect(requests).toMatchObject([{ body: { body: 'Dear Selin, by {deadline}.' } }]),
  );
});
