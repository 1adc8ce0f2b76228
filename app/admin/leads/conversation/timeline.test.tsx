// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#app/admin/data/query-client.ts';
import type { TimelineItem } from '#shared/conversations/admin-schema.ts';
import { ConversationTimeline } from './timeline.tsx';

vi.mock('#app/admin/ui/notify.ts', () => ({ useNotify: () => ({}) }));

afterEach(cleanup);

const WORD: TimelineItem = {
  id: 'a',
  kind: 'inbound',
  createdAt: '2026-11-01T00:00:00Z',
  adminUsername: null,
  via: 'page',
  body: 'https://docs.example/brief',
  quoted: null,
  assigneeUsername: null,
  otherAddress: null,
  formerEmail: null,
  rejectedFiles: [],
  suspectReasons: [],
  oldStatus: null,
  newStatus: null,
  mailId: null,
  mailKind: null,
  mailRecipient: null,
  mailStatus: null,
  mailSentAt: null,
  mailError: null,
  files: [],
};

function show(item: TimelineItem) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ConversationTimeline
        items={[item]}
        leadPath="messages/a"
        email="selin@example.com"
        renderStatus={() => null}
        hasEarlier={false}
        isLoadingEarlier={false}
        onEarlier={() => undefined}
        onChanged={async () => undefined}
      >
        {null}
      </ConversationTimeline>
    </QueryClientProvider>,
  );
}

it('says of a word that looks automated why it does', () => {
  show(WORD);
  expect(screen.queryByText('Suspect')).toBeNull();
  cleanup();
  show({ ...WORD, suspectReasons: ['links', 'fast'] });
  expect(screen.getByText('Suspect')).toBeTruthy();
  expect(screen.getByText(/^Because the text is nothing but web addresses; the text/)).toBeTruthy();
});
