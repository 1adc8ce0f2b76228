import { useState } from 'react';
import {
  DEMO_MAP,
  eventsOf,
  hoursText,
  PERIODS,
  progressOf,
  type Shipment,
  SHIPMENTS,
} from './demo-data.ts';
import { KeyStatistics, PeriodSwitch, TripsChart } from './key-statistics.tsx';
import { DEMO_MESSAGES, SHIPMENT_MESSAGES } from './messages.ts';
import { ShipmentsTable } from './shipments-table.tsx';
import { StatusLabel } from './status-label.tsx';

const STAR =
  'M10 0 7.1 2.9V7.1H2.9L0 10-2.9 7.1H-7.1V2.9L-10 0-7.1-2.9V-7.1H-2.9L0-10 2.9-7.1H7.1V-2.9z';

const VIEWS = ['shipments', 'statistics'] as const;
const FIRST = SHIPMENTS.find(({ status }) => status === 'Delayed') ?? SHIPMENTS[0];

/** The server renders its initial state, disabled. */
export function ShipmentDesk({ isDisabled = false }: { isDisabled?: boolean }) {
  const [view, setView] = useState<(typeof VIEWS)[number]>('shipments');
  const [period, setPeriod] = useState(PERIODS[0]);
  const [chosen, setChosen] = useState<Shipment | undefined>(FIRST);
  return (
    <fieldset disabled={isDisabled} data-view={view} className="desk">
      <legend className="sr-only">{DEMO_MESSAGES.heading}</legend>
      <div className="flex items-center gap-2.5 border-b border-line bg-surface-sunken px-4 py-2 font-semibold @min-[44rem]:col-[1/-1]">
        <svg viewBox="-10 -10 20 20" aria-hidden="true" className="size-5 fill-accent">
          <path d={STAR} />
        </svg>
        <span className="desk-name">{DEMO_MESSAGES.product}</span>
        <div
          role="group"
          aria-label={DEMO_MESSAGES.views}
          className="ms-auto flex flex-wrap noscript:hidden @max-[44rem]:ms-0 @min-[44rem]:hidden"
        >
          {VIEWS.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === view}
              onClick={() => setView(name)}
              className="border-b-2 border-transparent px-3 aria-pressed:border-accent aria-pressed:text-accent"
            >
              {DEMO_MESSAGES[name]}
            </button>
          ))}
        </div>
      </div>
      <div className="desk-statistics">
        <PeriodSwitch chosen={period} onChoose={setPeriod} />
        <KeyStatistics period={period} />
        <TripsChart period={period} />
      </div>
      <ShipmentsTable chosen={chosen} onChoose={setChosen} />
      {chosen && <ShipmentDetail shipment={chosen} />}
    </fieldset>
  );
}

const EVENT_VARIANTS = {
  problem: 'font-semibold text-alert before:border-alert before:bg-alert',
  past: 'text-ink before:border-accent before:bg-accent',
  coming: 'text-ink-muted before:border-line-strong',
};

function ShipmentDetail({ shipment }: { shipment: Shipment }) {
  const { order, customer, from, to, status } = shipment;
  const progress = Math.round(progressOf(shipment) * 100);
  return (
    <div
      aria-live="polite"
      className="desk-detail content-start gap-2 border-t border-line bg-surface p-4 @min-[44rem]:border-s @min-[44rem]:border-t-0 @min-[68rem]:p-5"
    >
      <div className="flex flex-wrap justify-between gap-x-4">
        <h4 className="text-base/[inherit] font-semibold">{SHIPMENT_MESSAGES.title(order)}</h4>
        <StatusLabel status={status} />
      </div>
      <p className="text-ink-muted">{customer}</p>
      <RouteMap shipment={shipment} />
      <svg
        role="img"
        aria-label={SHIPMENT_MESSAGES.progress(progress)}
        className="h-6 w-full fill-accent @min-[44rem]:hidden"
      >
        <path d="M8 12h2000" strokeDasharray="2 4" className="stroke-line-strong" />
        <rect x="8" y="11" width={`${progress * 0.94}%`} height="2" />
        <circle cx="8" cy="12" r="5" />
        <circle cx="98%" cy="12" r="5" strokeWidth="2" className="fill-surface stroke-accent" />
        <circle
          cx={`${3 + progress * 0.94}%`}
          cy="12"
          r="7"
          strokeWidth="2"
          className="fill-alert stroke-surface"
        />
      </svg>
      <div className="flex flex-wrap justify-between gap-x-4 @min-[44rem]:hidden">
        <span>{from}</span>
        <span>{to}</span>
      </div>
      <ol>
        {eventsOf(shipment).map(({ name, hours, isProblem }) => (
          <li
            key={name}
            className={`flex items-baseline gap-3 py-1 before:size-2 before:flex-none before:rotate-45 before:border @min-[68rem]:py-2 ${EVENT_VARIANTS[isProblem ? 'problem' : hours <= 0 ? 'past' : 'coming']}`}
          >
            <span>{name}</span>
            <span className="ms-auto">{hoursText(hours)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** 20 units for a degree at this latitude. */
function getPoint(city: string): [number, number] {
  const [east, north] = DEMO_MAP.cities[city] ?? [0, 0];
  return [Math.round((east - 28.3) * 20), Math.round((42 - north) * 20)];
}

function RouteMap({ shipment }: { shipment: Shipment }) {
  const { from, to } = shipment;
  const [[x1, y1], [x2, y2]] = [getPoint(from), getPoint(to)];
  const progress = progressOf(shipment);
  const x = Math.round(x1 + (x2 - x1) * progress);
  const y = Math.round(y1 + (y2 - y1) * progress);
  return (
    <svg
      viewBox="0 0 260 130"
      role="img"
      aria-label={SHIPMENT_MESSAGES.map(from, to, Math.round(progress * 100))}
      textAnchor="middle"
      className="w-full rounded-sm border border-line bg-[color-mix(in_oklab,var(--color-accent-2)_8%,var(--color-surface-raised))] fill-none text-[11px] font-semibold @max-[44rem]:hidden"
    >
      {DEMO_MAP.coasts.map((coast) => (
        <path key={coast} d={coast} strokeLinejoin="round" className="stroke-accent-2" />
      ))}
      {Object.keys(DEMO_MAP.cities).map((city) => {
        const [left, top] = getPoint(city);
        return <circle key={city} cx={left} cy={top} r="2" className="fill-line-strong" />;
      })}
      <path d={`M${x1} ${y1} ${x2} ${y2}`} strokeDasharray="2 4" className="stroke-line-strong" />
      <path d={`M${x1} ${y1} ${x} ${y}`} strokeWidth="2.5" className="stroke-accent" />
      {[from, to].map((city) => {
        const [left, top] = getPoint(city);
        return (
          <text key={city} x={left} y={top > 65 ? top + 13 : top - 7} className="fill-ink">
            {city}
          </text>
        );
      })}
      <circle cx={x} cy={y} r="5" strokeWidth="2" className="fill-alert stroke-surface" />
    </svg>
  );
}
