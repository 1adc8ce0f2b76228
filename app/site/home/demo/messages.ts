export const DEMO_MESSAGES = {
  heading: 'A shipment desk, to try out',
  product: 'Shipment desk',
  views: 'Part of the desk',
  shipments: 'Shipments',
  statistics: 'Figures',
  period: 'Period',
  trips: 'Trips',
  onTime: 'On time',
  daysPerTrip: 'Days per trip',
  chart: (period: string) => `Trips, last ${period}`,
  asTable: 'Show as table',
  chartLabel: (period: string, busiest: string, trips: number) =>
    `Bar chart of the trips of the last ${period}; most of them in ${busiest}: ${trips}`,
} as const;

export const SHIPMENT_MESSAGES = {
  label: 'Shipments',
  search: 'Search shipments',
  searchPlaceholder: 'Search',
  allStatuses: 'All statuses',
  shown: (count: number, all: number) => `${count} of ${all} shipments`,
  none: 'No shipment matches.',
  clear: 'Clear filters',
  order: 'Order',
  customer: 'Customer',
  route: 'Route',
  status: 'Status',
  arrival: 'Arrival',
  way: (from: string, to: string) => `${from} to ${to}`,
  showAll: (count: number) => `Show all ${count}`,
  title: (order: number) => `Order ${order}`,
  map: (from: string, to: string, percent: number) =>
    `Map of the route from ${from} to ${to}, ${percent} percent of it done`,
  progress: (percent: number) => `${percent} percent of the way`,
} as const;

export const EVENT_MESSAGES = {
  pickUp: (place: string) => `Pick-up in ${place}`,
  departure: 'Departure',
  report: 'Report from the road',
  delay: 'Delay reported',
  arrival: (place: string) => `Arrival in ${place}`,
  now: 'now',
} as const;
