export const REPORTS_MESSAGES = {
  title: 'Reports',
  kind: 'Kind of enquiry',
  export: 'Export CSV',
  exported: 'Enquiries exported successfully',
  exportedTitle: 'Export Complete',
  exportFailed: 'Failed to export enquiries',
  exportFailedTitle: 'Export Failed',
  range: 'Time range',
  loading: 'Loading reports...',
  loaded: 'Reports loaded',
  by: (per: string) => `By ${per}`,
  per: (per: string) => `per ${per}`,
  period: 'Period',
  counted: { orders: 'Orders', messages: 'Messages' },
  shares: 'What they are',
  share: 'Share',
  count: 'Count',
  all: 'All',
  orderStatuses: { title: 'Orders by status', heading: 'Status' },
  orderServices: { title: 'Orders by service', heading: 'Service' },
  orderBudgets: { title: 'Orders by budget', heading: 'Budget' },
  messageStatuses: { title: 'Messages by status', heading: 'Status' },
} as const;

export const RESPONSE_MESSAGES = {
  title: 'Answers and the promise',
  intro:
    'Times run from the enquiry to the first answer, in office hours. An overdue enquiry counts as not kept, with the time it has waited so far; one that is still within its time counts as neither. Suspected spam does not count. A dash stands for too few answers.',
  none: 'No enquiries in this time',
  noneText: 'Choose a longer time range or another kind, or wait for the next one.',
  most: (count: string) => `There were more: these are the newest ${count}.`,
  summary: 'Summary',
  tooFew: '—',
  labels: {
    enquiries: 'Enquiries',
    median: 'Median answer time',
    ninetieth: '90 of 100 within',
    inTime: 'Promise kept',
  },
  pending: (count: string) => `${count} still within their time, or without a promise`,
  plain: (time: string) => `${time} by the clock`,
  ofWhich: (inTime: string, all: string, overdue: string) =>
    `${inTime} of ${all}; ${overdue} not answered yet`,
  trend: {
    inTime: (per: string) => `Promise kept by ${per}`,
    median: (per: string) => `Median answer time by ${per}`,
    scope: (per: string) => `per ${per}`,
    head: 'Period',
  },
  columns: {
    enquiries: 'Enquiries',
    median: 'Median',
    ninetieth: '90 of 100',
    inTime: 'Kept',
    overdue: 'Overdue',
  },
  listed: (count: number) => `The ${count} with the most enquiries.`,
  services: { title: 'Answers by service', heading: 'Service', none: 'Contact message' },
  sourcePages: {
    title: 'Answers by page before the form',
    heading: 'Page',
    none: 'Straight to the form, or not known',
  },
  referrers: {
    title: 'Answers by referrer',
    heading: 'Site',
    none: 'None, or not known',
  },
  assignees: { title: 'Answers by assignee', heading: 'Administrator', none: 'Nobody' },
} as const;

export const CHART_MESSAGES = {
  showTable: 'Show as a table',
  table: (title: string) => `${title}, table`,
  lines: (values: readonly number[]) => `, lines at ${values.join(' and ')}`,
  image: (name: string, scope: string, summary: string) =>
    `${name} ${scope}: ${summary}. The figures are in the table below.`,
} as const;
