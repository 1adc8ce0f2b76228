export const REPORT_KINDS = [
  { value: 'all', label: 'All enquiries' },
  { value: 'order', label: 'Orders' },
  { value: 'message', label: 'Messages' },
] as const;

export type ReportKind = (typeof REPORT_KINDS)[number]['value'];

/** From how many on a median or a share says something. */
export const MIN_COUNTED = 5;

/** A report counts no more than the newest of its time: its query takes a second for so many. */
export const MAX_COUNTED = 100_000;

/** How many values of a group a report lists, those with the most enquiries. */
export const MAX_LISTED = 20;

export const EXPORT_COLUMNS = [
  'Reference',
  'Kind',
  'Received',
  'Promised By',
  'First Answer',
  'Minutes In Office Hours',
  'Minutes By The Clock',
  'Answered In Time',
  'Service',
  'Page Before The Form',
  'First Page',
  'Referrer',
  'Assignee',
] as const;
