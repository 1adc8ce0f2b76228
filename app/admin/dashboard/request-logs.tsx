import { useId } from 'react';
import { Badge } from '#app/admin/ui/badge.tsx';
import {
  FilterSelect,
  ListView,
  MoreButton,
  SearchBox,
  Table,
  Toolbar,
  useDraft,
} from '#app/admin/ui/list.tsx';
import { DateText, TimeText } from '#app/admin/ui/time.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { STATUS_FILTERS } from '#shared/request-logs/values.ts';
import { REQUEST_LIST_MESSAGES } from './messages.ts';
import { toneOfStatus } from './status-tone.ts';
import type { useRequestLogs } from './use-request-logs.ts';

const COLUMNS = [
  { key: 'time', label: 'Time' },
  { key: 'address', label: 'IP address' },
  { key: 'endpoint', label: 'Endpoint' },
  { key: 'status', label: 'Status' },
  { key: 'weight', label: 'Stands for', isEnd: true },
];

type List = ReturnType<typeof useRequestLogs>;

export function RequestLogs({ list }: { list: List }) {
  const { requests, problem, filter } = list;
  const items = problem === null ? requests.items : [];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Filters list={list} />
      <ListView
        items={items}
        query={{ ...requests, error: null, isLoading: requests.isLoading && problem === null }}
        loadingText={REQUEST_LIST_MESSAGES.loading}
        emptyText={problem ?? REQUEST_LIST_MESSAGES.empty}
        emptyHint={REQUEST_LIST_MESSAGES.emptyHint}
        onClearFilters={list.isFiltered ? list.clearFilter : undefined}
      >
        <Table label={REQUEST_LIST_MESSAGES.label} columns={COLUMNS}>
          {items?.map((request) => (
            <tr key={request.id}>
              <td>
                <DateText iso={request.createdAt} /> <TimeText iso={request.createdAt} />
              </td>
              <td className="tabular-nums">{request.ipAddress}</td>
              <th scope="row" className="max-w-96 min-w-40 font-normal wrap-anywhere">
                {request.endpoint}{' '}
                {filter.admins === '1' && request.isAdmin && (
                  <Badge>{REQUEST_LIST_MESSAGES.isAdmin}</Badge>
                )}
              </th>
              <td>
                <Badge tone={toneOfStatus(request.responseStatus)}>{request.responseStatus}</Badge>
              </td>
              <td data-end>
                {REQUEST_LIST_MESSAGES.standsFor(request.weight, formatCount(request.weight))}
              </td>
            </tr>
          ))}
        </Table>
        <MoreButton
          hasMore={requests.hasMore}
          isLoading={requests.isLoadingMore}
          onMore={requests.loadMore}
          summary={REQUEST_LIST_MESSAGES.showing(formatCount(items?.length ?? 0))}
        />
      </ListView>
    </div>
  );
}

function Filters({ list: { filter, setFilter } }: { list: List }) {
  const options = [{ value: 'all', label: REQUEST_LIST_MESSAGES.allStatuses }, ...STATUS_FILTERS];
  const isListed = options.some(({ value }) => value === filter.status);
  return (
    <Toolbar>
      <SearchBox
        label={REQUEST_LIST_MESSAGES.ipAddress}
        value={filter.ip_address}
        onChange={(ipAddress) => setFilter({ ip_address: ipAddress }, { replace: true })}
      />
      <FilterSelect
        label={REQUEST_LIST_MESSAGES.status}
        value={filter.status}
        options={isListed ? options : [...options, { value: filter.status, label: filter.status }]}
        onChange={(status) => setFilter({ status })}
      />
      <TimeFilter {...filter} onChange={(times) => setFilter(times, { replace: true })} />
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          role="switch"
          aria-checked={filter.admins === '1'}
          checked={filter.admins === '1'}
          onChange={(event) => setFilter({ admins: event.target.checked ? '1' : '0' })}
          className="admin-switch"
        />
        {REQUEST_LIST_MESSAGES.admins}
      </label>
    </Toolbar>
  );
}

/** '2026-11-23T10:05' in the administrator's time zone, as the control has it. */
function localText(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

type Times = { from: string; to: string };
type TimeFilterProps = Times & { onChange: (times: Times) => void };

/** Both ends are reported together, so that the one that is typed last does not undo the other. */
function TimeFilter({ from, to, onChange }: TimeFilterProps) {
  const id = useId();
  const { draft, change } = useDraft(`${localText(from)}/${localText(to)}`, (text) => {
    const [first = '', last = ''] = text
      .split('/')
      .map((local) => local && new Date(local).toISOString());
    onChange({ from: first, to: last });
  });
  const ends = draft.split('/');
  return [REQUEST_LIST_MESSAGES.from, REQUEST_LIST_MESSAGES.to].map((label, index) => (
    <div key={label} className="flex items-center gap-2">
      <label htmlFor={`${id}-${index}`}>{label}</label>
      <input
        id={`${id}-${index}`}
        type="datetime-local"
        value={ends[index]}
        onChange={(event) => change(ends.with(index, event.target.value).join('/'))}
        className="field w-auto"
      />
    </div>
  ));
}
