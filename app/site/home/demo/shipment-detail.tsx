import { eventsOf, hoursText, progressOf, type Shipment } from './demo-data.ts';
import { SHIPMENT_MESSAGES } from './messages.ts';
import { RouteMap } from './route-map.tsx';
import { StatusLabel } from './status-label.tsx';

export function ShipmentDetail({ shipment }: { shipment: Shipment }) {
  const { order, customer, from, to, status } = shipment;
  const progress = Math.round(progressOf(shipment) * 100);
  return (
    <div aria-live="polite" className="desk-detail">
      <div>
        <h4>{SHIPMENT_MESSAGES.title(order)}</h4>
        <StatusLabel status={status} />
      </div>
      <p>{customer}</p>
      <RouteMap shipment={shipment} />
      <svg role="img" aria-label={SHIPMENT_MESSAGES.progress(progress)} className="desk-progress">
        <path d="M8 12h2000" className="desk-way" />
        <rect x="8" y="11" width={`${progress * 0.94}%`} height="2" />
        <circle cx="8" cy="12" r="5" />
        <circle cx="98%" cy="12" r="5" className="desk-end" />
        <circle cx={`${3 + progress * 0.94}%`} cy="12" r="7" className="desk-pin" />
      </svg>
      <div>
        <span>{from}</span>
        <span>{to}</span>
      </div>
      <ol>
        {eventsOf(shipment).map(({ name, hours, isProblem }) => (
          <li
            key={name}
            className={isProblem ? 'desk-problem' : hours <= 0 ? 'desk-past' : undefined}
          >
            <span>{name}</span>
            <span>{hoursText(hours)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
