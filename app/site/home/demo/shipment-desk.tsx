import { useState } from 'react';
import { PERIODS, type Shipment, SHIPMENTS } from './demo-data.ts';
import { KeyStatistics, PeriodSwitch, TripsChart } from './key-statistics.tsx';
import { DEMO_MESSAGES } from './messages.ts';
import { ShipmentDetail } from './shipment-detail.tsx';
import { ShipmentsTable } from './shipments-table.tsx';

const STAR =
  'M10 0 7.1 2.9V7.1H2.9L0 10-2.9 7.1H-7.1V2.9L-10 0-7.1-2.9V-7.1H-2.9L0-10 2.9-7.1H7.1V-2.9z';

const VIEWS = ['shipments', 'statistics'] as const;
const FIRST = SHIPMENTS.find(({ status }) => status === 'Delayed') ?? SHIPMENTS[0];

/** A small shipment desk with sample data. As it begins, and disabled, it is part of the server's page. */
export function ShipmentDesk({ isDisabled = false }: { isDisabled?: boolean }) {
  const [view, setView] = useState<(typeof VIEWS)[number]>('shipments');
  const [period, setPeriod] = useState(PERIODS[0]);
  const [chosen, setChosen] = useState<Shipment | undefined>(FIRST);
  return (
    <fieldset disabled={isDisabled} className="desk" data-view={view}>
      <legend className="sr-only">{DEMO_MESSAGES.heading}</legend>
      <div className="desk-bar">
        <svg viewBox="-10 -10 20 20" aria-hidden="true">
          <path d={STAR} />
        </svg>
        <span className="desk-name">{DEMO_MESSAGES.product}</span>
        <div role="group" aria-label={DEMO_MESSAGES.views} className="desk-views noscript:hidden">
          {VIEWS.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === view}
              onClick={() => setView(name)}
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
