import { Command } from 'cmdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { getJson } from '#app/admin/data/api.ts';
import { CONTENT, getRecordName } from '#app/admin/data/content.ts';
import { contentMessages } from '#app/admin/data/messages.ts';
import { useRole } from '#app/admin/data/role.ts';
import { SCREENS } from '#app/admin/data/screens.ts';
import { Dialog } from '#app/admin/ui/dialog.tsx';
import { SHORTCUT_MESSAGES } from '#app/admin/ui/messages.ts';
import { enquiryTitle } from '#shared/conversations/messages.ts';
import { LAYOUT_MESSAGES, PALETTE_MESSAGES } from './messages.ts';

type Found = { key: string; label: string; detail: string; to: string };

type Source = { list: string; describe: (row: Record<string, string>) => Omit<Found, 'key'> };

const ENTITIES = Object.values(CONTENT);

const SOURCES: Source[] = [
  {
    list: 'orders',
    describe: (row) => ({
      label: row['fullName'] ?? '',
      detail: enquiryTitle({ kind: 'order', reference: row['reference'] ?? '' }),
      to: `/admin/orders?order=${row['id'] ?? ''}`,
    }),
  },
  {
    list: 'messages',
    describe: (row) => ({
      label: row['name'] ?? '',
      detail: enquiryTitle({ kind: 'message', reference: row['reference'] ?? '' }),
      to: `/admin/messages?message=${row['id'] ?? ''}`,
    }),
  },
  ...ENTITIES.map((entity) => ({
    list: entity.path,
    describe(row: object) {
      const label = getRecordName(entity, row);
      const to = `${entity.screen}?search=${encodeURIComponent(label)}`;
      return { label, detail: contentMessages(entity).subject, to };
    },
  })),
];

const TYPING_PAUSE_MS = 150;
const MIN_SEARCH = 2;
const MAX_OF_EACH = 5;

async function findRecords(search: string, signal: AbortSignal): Promise<Found[]> {
  const lists = await Promise.all(
    SOURCES.map(async ({ list, describe }) => {
      const query = `search=${encodeURIComponent(search)}&limit=${MAX_OF_EACH}`;
      const { items } = await getJson<{ items: Record<string, string>[] }>(`${list}?${query}`, {
        signal,
      });
      return items
        .slice(0, MAX_OF_EACH)
        .map((row) => ({ key: `${list}-${row['id'] ?? ''}`, ...describe(row) }));
    }),
  );
  return lists.flat();
}

const ACTIONS: Found[] = [
  ...ENTITIES.map((entity) => ({
    key: `new-${entity.path}`,
    label: contentMessages(entity).newButton,
    detail: PALETTE_MESSAGES.action,
    to: `${entity.screen}?new=1`,
  })),
  { key: 'site', label: LAYOUT_MESSAGES.viewSite, detail: PALETTE_MESSAGES.action, to: '/' },
];

const PLACES: Found[] = SCREENS.map(({ path, label }) => ({
  key: path,
  label,
  detail: PALETTE_MESSAGES.screen,
  to: path,
}));

export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { may, mayOpen } = useRole();
  const [search, setSearch] = useState('');
  const wanted = search.trim();
  const isSearched = wanted.length >= MIN_SEARCH;
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['palette', wanted],
    async queryFn({ signal }) {
      await new Promise((resolve) => window.setTimeout(resolve, TYPING_PAUSE_MS));
      signal.throwIfAborted();
      return findRecords(wanted, signal);
    },
    enabled: isSearched && may('work'),
    gcTime: 0,
  });
  // Enter must not open results of the previous word.
  const records = isSearched && !isPlaceholderData ? data : undefined;

  function go(to: string) {
    onClose();
    void navigate(to);
  }
  // Pages of the site need no permission.
  const mayGo = (to: string) => !to.startsWith('/admin') || mayOpen(to);
  const fold = (text: string) => text.toLocaleLowerCase('en');
  const matches = ({ label, to }: Found) => fold(label).includes(fold(wanted)) && mayGo(to);
  const groups = [
    { heading: PALETTE_MESSAGES.screens, found: PLACES.filter(matches) },
    { heading: PALETTE_MESSAGES.actions, found: ACTIONS.filter(matches) },
    { heading: PALETTE_MESSAGES.records, found: records ?? [] },
  ];

  return (
    <Dialog title={PALETTE_MESSAGES.title} onClose={onClose}>
      <Command shouldFilter={false} label={SHORTCUT_MESSAGES.palette}>
        <Command.Input
          value={search}
          onValueChange={setSearch}
          placeholder={PALETTE_MESSAGES.placeholder}
          className="field"
        />
        <Command.List className="mt-3 max-h-80 overflow-y-auto">
          {isSearched && error && <p role="alert">{PALETTE_MESSAGES.failed}</p>}
          <Command.Empty className="py-4 text-ink-muted">
            {isSearched && may('work') && !records && !error
              ? PALETTE_MESSAGES.searching
              : PALETTE_MESSAGES.nothing}
          </Command.Empty>
          {groups.map(
            ({ heading, found }) =>
              found.length > 0 && (
                <Command.Group
                  key={heading}
                  heading={
                    <span className="block px-2.5 pt-2 pb-1 font-semibold text-ink-muted">
                      {heading}
                    </span>
                  }
                >
                  {found.map(({ key, label, detail, to }) => (
                    <Command.Item
                      key={key}
                      value={key}
                      onSelect={() => go(to)}
                      className="flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded px-2.5 data-[selected=true]:bg-surface-sunken data-[selected=true]:shadow-[inset_3px_0_0_var(--color-accent)]"
                    >
                      <span className="truncate">{label}</span>
                      <span className="text-ink-muted">{detail}</span>
                    </Command.Item>
                  ))}
                </Command.Group>
              ),
          )}
        </Command.List>
      </Command>
    </Dialog>
  );
}
