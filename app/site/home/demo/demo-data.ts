export const SHIPMENT_STATUSES = ['On its way', 'Loading', 'Delayed', 'Delivered'] as const;

export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

export type Shipment = {
  order: number;
  customer: string;
  from: string;
  to: string;
  status: ShipmentStatus;
  /** Hours from now to the arrival; negative after it. */
  arrival: number;
};

export type Period = {
  label: string;
  bars: readonly { label: string; trips: number }[];
  onTimePercent: number;
  averageDays: number;
};

export const PERIODS: readonly Period[] = [
  {
    label: '7 days',
    bars: [
      { label: 'Mon', trips: 38 },
      { label: 'Tue', trips: 44 },
      { label: 'Wed', trips: 41 },
      { label: 'Thu', trips: 52 },
      { label: 'Fri', trips: 57 },
      { label: 'Sat', trips: 24 },
      { label: 'Sun', trips: 9 },
    ],
    onTimePercent: 96,
    averageDays: 2.1,
  },
  {
    label: '4 weeks',
    bars: [
      { label: 'Week 43', trips: 231 },
      { label: 'Week 44', trips: 248 },
      { label: 'Week 45', trips: 219 },
      { label: 'Week 46', trips: 265 },
    ],
    onTimePercent: 94,
    averageDays: 2.3,
  },
  {
    label: '6 months',
    bars: [
      { label: 'Jun', trips: 812 },
      { label: 'Jul', trips: 858 },
      { label: 'Aug', trips: 790 },
      { label: 'Sep', trips: 904 },
      { label: 'Oct', trips: 967 },
      { label: 'Nov', trips: 963 },
    ],
    onTimePercent: 91,
    averageDays: 2.6,
  },
];

export const SHIPMENTS: readonly Shipment[] = [
  {
    order: 2041,
    customer: 'Karasu Freight',
    from: 'Ankara',
    to: 'Mersin',
    status: 'On its way',
    arrival: 3,
  },
  {
    order: 2043,
    customer: 'Hisar Cold Chain',
    from: 'Adana',
    to: 'Ankara',
    status: 'Delayed',
    arrival: 7,
  },
  {
    order: 2044,
    customer: 'Beytepe Ceramics',
    from: 'Ankara',
    to: 'Bursa',
    status: 'Loading',
    arrival: 11,
  },
  {
    order: 2038,
    customer: 'Karasu Freight',
    from: 'Konya',
    to: 'Antalya',
    status: 'Delivered',
    arrival: -2,
  },
  {
    order: 2046,
    customer: 'Güven Market',
    from: 'Ankara',
    to: 'Samsun',
    status: 'On its way',
    arrival: 5,
  },
  {
    order: 2047,
    customer: 'Hisar Cold Chain',
    from: 'Mersin',
    to: 'Kayseri',
    status: 'On its way',
    arrival: 2,
  },
  {
    order: 2036,
    customer: 'Öz Tekstil',
    from: 'Denizli',
    to: 'Ankara',
    status: 'Delivered',
    arrival: -6,
  },
  {
    order: 2049,
    customer: 'Beytepe Ceramics',
    from: 'Ankara',
    to: 'Trabzon',
    status: 'Loading',
    arrival: 16,
  },
  {
    order: 2045,
    customer: 'Öz Tekstil',
    from: 'Bursa',
    to: 'Gaziantep',
    status: 'Delayed',
    arrival: 14,
  },
  {
    order: 2050,
    customer: 'Güven Market',
    from: 'Adana',
    to: 'Konya',
    status: 'On its way',
    arrival: 4,
  },
];

export type ShipmentFilter = { text: string; status: ShipmentStatus | '' };

/** The shipments of a status whose order, customer or route contains every word of the text. */
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

/** The sorting after a press on a column's head: the other direction, or that column ascending. */
export function nextSorting(current: Sorting, column: SortColumn): Sorting {
  return { column, isDescending: current.column === column && !current.isDescending };
}

/** A sorted copy; shipments that are equal in the column keep the order of their numbers. */
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

/** 'in 3 h' or '2 h ago' */
export function arrivalText(hours: number): string {
  return hours < 0 ? `${-hours} h ago` : `in ${hours} h`;
}
