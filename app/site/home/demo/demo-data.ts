import demo from '#content/demo.json' with { type: 'json' };
import { EVENT_MESSAGES } from './messages.ts';

/** Most urgent first. */
export const SHIPMENT_STATUSES = ['Delayed', 'On its way', 'At the depot', 'Delivered'] as const;

export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

export type Period = {
  label: string;
  bars: readonly { label: string; trips: number }[];
  onTimePercent: number;
  averageDays: number;
};

export type Shipment = {
  order: number;
  customer: string;
  from: string;
  to: string;
  status: ShipmentStatus;
  arrival: number;
  trip: number;
};

export const PERIODS = demo.periods as unknown as [Period, ...Period[]];

export const SHIPMENTS = demo.shipments as Shipment[];

/** Cities by longitude and latitude. */
export const DEMO_MAP = demo.map as unknown as {
  cities: Record<string, readonly [number, number]>;
  coasts: string[];
};

export type ShipmentFilter = { text: string; status: ShipmentStatus | '' };

export function filterShipments(
  shipments: readonly Shipment[],
  { text, status }: ShipmentFilter,
): Shipment[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return shipments.filter((shipment) => {
    if (status && shipment.status !== status) return false;
    const searched =
      `${shipment.order} ${shipment.customer} ${shipment.from} ${shipment.to}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

export type SortColumn = 'order' | 'customer' | 'route' | 'status' | 'arrival';
export type Sorting = { column: SortColumn; isDescending: boolean };

export function nextSorting(current: Sorting, column: SortColumn): Sorting {
  return { column, isDescending: current.column === column && !current.isDescending };
}

export function sortShipments(
  shipments: readonly Shipment[],
  { column, isDescending }: Sorting,
): Shipment[] {
  const sign = isDescending ? -1 : 1;
  return shipments.toSorted(
    (a, b) => sign * compare(sortKey(a, column), sortKey(b, column)) || a.order - b.order,
  );
}

function sortKey(shipment: Shipment, column: SortColumn): string | number {
  if (column === 'route') return `${shipment.from} ${shipment.to}`;
  if (column === 'status') return SHIPMENT_STATUSES.indexOf(shipment.status);
  return shipment[column];
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en');
}

/** 'in 3 h', 'now' or '2 h ago' */
export function hoursText(hours: number): string {
  if (hours === 0) return EVENT_MESSAGES.now;
  return hours < 0 ? `${-hours} h ago` : `in ${hours} h`;
}

export type ShipmentEvent = { name: string; hours: number; isProblem: boolean };

export function eventsOf({ from, to, status, arrival, trip }: Shipment): ShipmentEvent[] {
  const departure = arrival - trip;
  const isDelayed = status === 'Delayed';
  return [
    { name: EVENT_MESSAGES.pickUp(from), hours: departure - 1, isProblem: false },
    { name: EVENT_MESSAGES.departure, hours: departure, isProblem: false },
    {
      name: isDelayed ? EVENT_MESSAGES.delay : EVENT_MESSAGES.report,
      hours: isDelayed ? -1 : departure + Math.floor(trip / 2),
      isProblem: isDelayed,
    },
    { name: EVENT_MESSAGES.arrival(to), hours: arrival, isProblem: false },
  ];
}

export function progressOf({ arrival, trip }: Shipment): number {
  return Math.min(1, Math.max(0, (trip - arrival) / trip));
}
