import { Command } from 'cmdk';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { getJson } from '#app/admin/data/api.ts';
import { CONTENT, contentMessages, nameOf } from '#app/admin/data/content.ts';
import { SCREENS } from '#app/admin/data/screens.ts';
import { Dialog } from '#app/admin/ui/dialog.tsx';

type Found = { key: string; label: string; detail: string; to: string };

type Source = {
  list: string;
  describe: (row: Record<string, string>) => Omit<Found, 'key'>;
};

const ENTITIES = Object.values(CONTENT);

const SOURCES: Source[] = [
  {
    list: 'orders',
    describe: (row) => ({
      label: row['fullName'] ?? '',
      detail: `Order ${row['reference'] ?? ''}`,
      to: `/admin/orders?order=${row['id'] ?? ''}`,
    }),
  },
  {
    list: 'messages',
    describe: (row) => ({
      label: row['name'] ?? '',
      detail: 'Message',
      to: `/admin/messages?message=${row['id'] ?? ''}`,
    }),
  },
  ...ENTITIES.map((entity) => ({
    list: entity.path,
    describe(row: object) {
      const label = nameOf(entity, row);
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
    detail: 'Action',
    to: `${entity.screen}?new=1`,
  })),
  { key: 'site', label: 'View Site', detail: 'Action', to: '/' },
];

const PLACES: Found[] = [
  ...SCREENS.map(({ path, label }) => ({ key: path, label, detail: 'Screen', to: path })),
  { key: '/admin/reports', label: 'Reports', detail: 'Screen', to: '/admin/reports' },
  { key: '/admin/security', label: 'Security', detail: 'Screen', to: '/admin/security' },
];

export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Find" isOpen={isOpen} onClose={onClose}>
      <PaletteContent onClose={onClose} />
    </Dialog>
  );
}

function PaletteContent({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  // With the word that they were found by: those of another word must not be opened by Enter.
  const [resolution, setResolution] = useState<{ word: string; records: Found[] | null } | null>(
    null,
  );
  const wanted = search.trim();
  const isSearched = wanted.length >= MIN_SEARCH;
  const current = isSearched && resolution?.word === wanted ? resolution : null;

  useEffect(() => {
    if (wanted.length < MIN_SEARCH) return undefined;
    const abort = new AbortController();
    async function find() {
      try {
        setResolution({ word: wanted, records: await findRecords(wanted, abort.signal) });
      } catch {
        if (!abort.signal.aborted) setResolution({ word: wanted, records: null });
      }
    }
    const timer = window.setTimeout(() => void find(), TYPING_PAUSE_MS);
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [wanted]);

  function go(to: string) {
    onClose();
    void navigate(to);
  }
  const fold = (text: string) => text.toLocaleLowerCase('en');
  const matches = ({ label }: Found) => fold(label).includes(fold(wanted));
  const groups = [
    { heading: 'Screens', found: PLACES.filter(matches) },
    { heading: 'Actions', found: ACTIONS.filter(matches) },
    { heading: 'Records', found: current?.records ?? [] },
  ];

  return (
    <Command shouldFilter={false} label="Find screens, records and actions">
      <Command.Input
        value={search}
        onValueChange={setSearch}
        maxLength={200}
        placeholder="Screens, records, actions"
        className="field"
      />
      <Command.List className="mt-3 max-h-80 overflow-y-auto">
        {current?.records === null && <p role="alert">The records could not be searched.</p>}
        <Command.Empty className="py-4 text-ink-muted">
          {isSearched && !current ? 'Searching...' : 'Nothing found.'}
        </Command.Empty>
        {groups.map(
          ({ heading, found }) =>
            found.length > 0 && (
              <Command.Group key={heading} heading={heading} className="admin-palette-group">
                {found.map(({ key, label, detail, to }) => (
                  <Command.Item
                    key={key}
                    value={key}
                    onSelect={() => go(to)}
                    className="admin-palette-item"
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
  );
}
