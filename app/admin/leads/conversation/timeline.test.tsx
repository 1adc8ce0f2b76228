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
  marks: [],
  oldStatus: null,
  newStatus: null,
  mailId: null,
  mailKind: null,
  mailRecipient: null,
  mailStatus: null,
  mailSentAt: null,
  mailError: null,
  viewCount: null,
  files: [],
};

function show(...items: TimelineItem[]) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ConversationTimeline
        items={items}
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

it('shows that a sender is not verified, and what was left out of an email', () => {
  const rejectedFiles = [{ name: 'logo.png (3 kB)', reason: 'A small image' }];
  show({
    ...WORD,
    via: 'mail',
    marks: ['sender-not-verified', 'of-a-later-version'],
    rejectedFiles,
  });
  expect(screen.getByText('Sender not verified')).toBeTruthy();
  expect(screen.getByText(/is probably forged/)).toBeTruthy();
  expect(screen.getByText('Left out: logo.png (3 kB). A small image.')).toBeTruthy();
  cleanup();
  show({ ...WORD, kind: 'emails-left-out', via: 'mail', body: 'It is in the mailbox.' });
  expect(screen.getByText('Emails were left out')).toBeTruthy();
  expect(screen.getByText('It is in the mailbox.')).toBeTruthy();
});

it('folds the looks between two words into one line, and shows a single one as it is', () => {
  const view = { ...WORD, kind: 'viewed', via: null, body: null, viewCount: 3 };
  const ayse = { ...view, adminUsername: 'ayse' };
  show({ ...ayse, id: 'b' }, { ...view, id: 'c', adminUsername: null, viewCount: 1 }, WORD, {
    ...ayse,
    id: 'd',
  });
  const [folded, first, second, , single] = screen.getAllByRole('listitem', { hidden: true });
  expect(folded?.querySelector('summary')?.textContent).toMatch(/^4 looks by 2 people, last /);
  expect(first?.textContent).toMatch(/^ayse looked 3 times, last /);
  expect(second?.textContent).toMatch(/^A removed account looked (?!last)/);
  expect(single?.textContent).toMatch(/^ayse looked 3 times, last /);
  expect(screen.getAllByRole('group')).toHaveLength(1);
});
