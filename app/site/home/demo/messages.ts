export const DEMO_MESSAGES = {
  heading: 'A shipment desk, to try out',
  text: 'Built from the parts that we use in projects. The data is made up.',
  close: 'Close',
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
} as const;
