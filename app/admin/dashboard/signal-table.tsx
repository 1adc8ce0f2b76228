import { Table } from '#app/admin/ui/list.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { HIGH_THREAT_SCORE, MEDIUM_THREAT_SCORE } from '#shared/security-events/values.ts';
import {
  FIRST_BLOCK_MS,
  KINDS_FOR_BLOCK,
  MAX_BLOCK_MS,
  POINTS_OF_A_KIND,
  SUSTAINED_MS,
  TRAFFIC_SIGNALS,
} from '#shared/traffic-signals/values.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const COLUMNS = [
  { key: 'signal', label: 'Signal' },
  { key: 'counts', label: 'What counts' },
  { key: 'allowance', label: 'Free up to', isEnd: true },
  { key: 'points', label: 'Points for each above', isEnd: true },
  { key: 'most', label: 'At most', isEnd: true },
  { key: 'half', label: 'Halves in', isEnd: true },
];

/** How the threat score comes about and when it blocks, in the figures that the guard itself works with. */
export function SignalTable() {
  return (
    <details className="card">
      <summary className="p-4 font-semibold">How the threat score and a block come about</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-4">
        <ul className="grid max-w-text list-disc gap-1.5 ps-5">
          <li>
            For every address, and every /64 network of IPv6, each signal has a level. It rises with
            what is counted and halves in the time of the last column.
          </li>
          <li>
            What lies above the free level brings points. The points of all signals together, 100 at
            most, are the threat score.
          </li>
          <li>
            From {MEDIUM_THREAT_SCORE} points on an address is held to tighter limits, and an event
            is written.
          </li>
          <li>
            An address is blocked when it has {HIGH_THREAT_SCORE} points or more for{' '}
            {SUSTAINED_MS / 1_000} seconds, and at least {KINDS_FOR_BLOCK} signals give{' '}
            {POINTS_OF_A_KIND} points each. The first block lasts {FIRST_BLOCK_MS / MINUTE_MS}{' '}
            minutes; each further one twice as long, up to {MAX_BLOCK_MS / HOUR_MS} hours.
          </li>
          <li>
            Never blocked by the score: this machine, trusted proxies, whitelisted addresses, and an
            address from which an administrator is working.
          </li>
          <li>
            While the whole site is flooded, the free level of requests shrinks for everybody until
            the flood is over.
          </li>
        </ul>
        <Table label="Signals" columns={COLUMNS}>
          {TRAFFIC_SIGNALS.map(
            ({ name, label, counts, allowance, pointsPerUnit, max, halfLifeMs }) => (
              <tr key={name}>
                <th scope="row" className="min-w-44">
                  {label}
                </th>
                <td className="min-w-52">{counts}</td>
                <td data-end>{formatCount(allowance)}</td>
                <td data-end>{formatCount(pointsPerUnit)}</td>
                <td data-end>{max}</td>
                <td data-end className="whitespace-nowrap">
                  {halfLifeMs / MINUTE_MS} min
                </td>
              </tr>
            ),
          )}
        </Table>
      </div>
    </details>
  );
}
