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

function barsOf(trips: Record<string, number>): Period['bars'] {
  return Object.entries(trips).map(([label, count]) => ({ label, trips: count }));
}

export const PERIODS: readonly [Period, ...Period[]] = [
  {
    label: '7 days',
    bars: barsOf({ Mon: 38, Tue: 44, Wed: 41, Thu: 52, Fri: 57, Sat: 24, Sun: 9 }),
    onTimePercent: 96,
    averageDays: 2.1,
  },
  {
    label: '4 weeks',
    bars: barsOf({ 'Week 43': 231, 'Week 44': 248, 'Week 45': 219, 'Week 46': 265 }),
    onTimePercent: 94,
    averageDays: 2.3,
  },
  {
    label: '6 months',
    bars: barsOf({ Jun: 812, Jul: 858, Aug: 790, Sep: 904, Oct: 967, Nov: 963 }),
    onTimePercent: 91,
    averageDays: 2.6,
  },
];

function shipment(
  order: number,
  customer: string,
  from: string,
  to: string,
  status: ShipmentStatus,
  arrival: number,
  trip: number,
) {
  return { order, customer, from, to, status, arrival, trip };
}

export const SHIPMENTS = [
  shipment(2041, 'Karasu Freight', 'Ankara', 'Mersin', 'On its way', 3, 7),
  shipment(2043, 'Hisar Cold Chain', 'Adana', 'Ankara', 'Delayed', 7, 9),
  shipment(2044, 'Beytepe Ceramics', 'Ankara', 'Bursa', 'At the depot', 11, 6),
  shipment(2038, 'Karasu Freight', 'Konya', 'Antalya', 'Delivered', -2, 6),
  shipment(2046, 'Güven Market', 'Ankara', 'Samsun', 'On its way', 5, 8),
  shipment(2047, 'Hisar Cold Chain', 'Mersin', 'Kayseri', 'On its way', 2, 5),
  shipment(2036, 'Öz Tekstil', 'Denizli', 'Ankara', 'Delivered', -6, 6),
  shipment(2049, 'Beytepe Ceramics', 'Ankara', 'Trabzon', 'At the depot', 16, 11),
  shipment(2045, 'Öz Tekstil', 'Bursa', 'Gaziantep', 'Delayed', 14, 17),
  shipment(2050, 'Güven Market', 'Adana', 'Konya', 'On its way', 4, 6),
];

export type Shipment = (typeof SHIPMENTS)[number];

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
