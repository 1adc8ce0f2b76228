import { useId } from 'react';
import { Badge } from '#app/admin/ui/badge.tsx';
import { type DataColumn, DataList } from '#app/admin/ui/list/data-table.tsx';
import { localText } from '#app/admin/ui/dates.ts';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { FilterSelect, SearchBox, Toolbar, useDraft } from '#app/admin/ui/list.tsx';
import { Switch } from '#app/admin/ui/switch.tsx';
import { Moment } from '#app/admin/ui/time.tsx';
import type { RequestLog } from '#shared/request-logs/admin-schema.ts';
import { STATUS_FILTERS } from '#shared/request-logs/values.ts';
import { StatusBadge } from './badges.tsx';
import { COLUMN_MESSAGES } from './rules/messages.ts';
import { REQUEST_LIST_MESSAGES as messages } from './messages.ts';
import type { useRequestLogs } from './use-request-logs.ts';

type List = ReturnType<typeof useRequestLogs>;

export function RequestLogs({ list }: { list: List }) {
  const { requests, problem, filter } = list;
  const columns: DataColumn<RequestLog>[] = [
    { label: COLUMN_MESSAGES.time, renderCell: ({ createdAt }) => <Moment iso={createdAt} /> },
    { label: COLUMN_MESSAGES.ipAddress, renderCell: ({ ipAddress }) => ipAddress },
    {
      label: messages.endpoint,
      isHead: true,
      className: 'max-w-96 min-w-40 font-normal wrap-anywhere',
      renderCell: ({ endpoint, isAdmin }) => (
        <>
          {endpoint} {filter.admins === '1' && isAdmin && <Badge>{messages.isAdmin}</Badge>}
        </>
      ),
    },
    {
      label: COLUMN_MESSAGES.status,
      renderCell: ({ responseStatus }) => <StatusBadge status={responseStatus} />,
    },
    {
      label: messages.weight,
      isEnd: true,
      renderCell: ({ weight }) => messages.standsFor(weight, formatCount(weight)),
    },
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Filters list={list} />
      <DataList
        messages={{ ...messages, empty: problem ?? messages.empty }}
        columns={columns}
        items={problem === null ? requests.items : []}
        query={{ ...requests, error: null, isLoading: requests.isLoading && problem === null }}
        onClearFilters={list.isFiltered ? list.clearFilter : undefined}
      />
    </div>
  );
}

function Filters({ list: { filter, setFilter, getInput } }: { list: List }) {
  const options = [{ value: 'all', label: messages.allStatuses }, ...STATUS_FILTERS];
  const isListed = options.some(({ value }) => value === filter.status);
  return (
    <Toolbar>
      <SearchBox label={messages.ipAddress} {...getInput('ip_address', { replace: true })} />
      <FilterSelect
        label={messages.status}
        options={isListed ? options : [...options, { value: filter.status, label: filter.status }]}
        {...getInput('status')}
      />
      <TimeFilter {...filter} onChange={(times) => setFilter(times, { replace: true })} />
      <Switch
        label={messages.admins}
        isOn={filter.admins === '1'}
        onChange={(isOn) => setFilter({ admins: isOn ? '1' : '0' })}
      />
    </Toolbar>
  );
}

type Times = { from: string; to: string };
/** Reports both ends together, so that the later edit does not undo the earlier one. */
function TimeFilter({ from, to, onChange }: Times & { onChange: (times: Times) => void }) {
  const id = useId();
  const { draft, change } = useDraft(`${localText(from)}/${localText(to)}`, (text) => {
    const [first = '', last = ''] = text
      .split('/')
      .map((local) => local && new Date(local).toISOString());
    onChange({ from: first, to: last });
  });
  const ends = draft.split('/');
  return [messages.from, messages.to].map((label, index) => (
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
