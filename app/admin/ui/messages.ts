import { MAX_DUE_COUNT } from '#shared/queue/values.ts';
import type { RemovedPart } from '#shared/documents/preview.ts';

export const DIALOG_MESSAGES = {
  close: 'Close',
  cancel: 'Cancel',
  discard: {
    title: 'Discard your changes?',
    text: 'What you have typed here has not been saved.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep editing',
  },
} as const;

export const BADGE_MESSAGES = {
  published: 'Published',
  draft: 'Draft',
  featured: 'Featured',
  notFeatured: 'Not Featured',
} as const;

export const EXPORT_MESSAGES = {
  exporting: 'Exporting...',
  progress: (size: string) => `Exporting... ${size}`,
  cancel: 'Cancel export',
} as const;

export const FIELD_MESSAGES = {
  characters: (count: string, max: string) => `${count} of at most ${max} characters`,
  show: 'Show',
  hide: 'Hide',
  shownPassword: ' password',
  problem: 'There is a problem',
  problemOf: (name: string, message: string) => `${name}: ${message}`,
  problemOfEntry: (list: string, index: number, message: string) =>
    `${list} ${index + 1}: ${message}`,
  saving: 'Saving...',
} as const;

export const CONFLICT_MESSAGES = {
  heading: 'Somebody else has changed this in the meantime',
  label: 'Both versions',
  field: 'Field',
  own: 'Yours',
  saved: 'Saved now',
  reload: 'Reload',
  overwrite: 'Overwrite',
  yes: 'Yes',
  no: 'No',
  empty: '(empty)',
} as const;

export const LIST_MESSAGES = {
  shown: (count: number) => `${count} shown`,
  noMatch: 'Nothing matches the search and the filters.',
  clearFilters: 'Clear filters',
  stale: 'What you see may be out of date. ',
  reference: (requestId: string) => `Reference: ${requestId}`,
  retry: 'Retry',
  loading: 'Loading...',
  more: 'Show more',
  showing: (shown: string) => `Showing ${shown}`,
  showingOf: (shown: string, total: string) => `Showing ${shown} of ${total}`,
  notKnown: 'not known',
  notKnownSign: '—',
  closeNotice: 'Close this notice',
} as const;

export const IMAGE_MESSAGES = {
  upload: 'Upload image',
  replace: 'Replace image',
  uploading: 'Uploading...',
  choose: (label: string) => `${label}: choose a file`,
  hint: 'Or drop it here, or paste it. PNG, JPG, WebP, GIF, AVIF, ICO or SVG, up to 10 MB.',
  progress: (label: string) => `Upload of ${label}`,
  preview: (label: string) => `Preview: ${label}`,
  remove: 'Remove',
  uploaded: (label: string) => `${label} uploaded successfully`,
  removedTitle: (label: string) => `${label} removed`,
  removed: (label: string) => `${label} has been removed`,
  alt: 'Alternative text',
  altHint:
    'What the picture shows, for people who cannot see it. Leave it empty when it only decorates.',
  focus: 'Focal point',
  focusHint:
    'Stays in sight where pages cut the edges off. Press what counts in the image, or move the sliders.',
  focusFrom: { x: 'From the left', y: 'From the top' },
  percent: (value: number) => `${value} %`,
  chooseFocus: (label: string) => `${label}: choose the focal point`,
  resetFocus: 'Back to the centre',
  cropped: 'On the site',
} as const;

const REMOVED_NAMES: Record<string, [string, string]> = {
  a: ['link', 'links'],
  del: ['strikethrough', 'strikethroughs'],
  hr: ['divider', 'dividers'],
  img: ['picture', 'pictures'],
  input: ['checkbox', 'checkboxes'],
  script: ['script', 'scripts'],
  table: ['table', 'tables'],
};

function removedName({ kind, name, count }: RemovedPart): string {
  const isOne = count === 1;
  if (kind === 'comment') return isOne ? 'comment' : 'comments';
  if (kind === 'other') return isOne ? 'other part' : 'other parts';
  if (kind === 'attribute') return `${name} ${isOne ? 'attribute' : 'attributes'}`;
  const own = Object.hasOwn(REMOVED_NAMES, name) ? REMOVED_NAMES[name] : undefined;
  return own?.[isOne ? 0 : 1] ?? `<${name}>`;
}

export const EDITOR_MESSAGES = {
  bold: 'Bold',
  italic: 'Italic',
  bullets: 'Bullet list',
  numbers: 'Numbered list',
  link: 'Link',
  boldText: 'bold text',
  italicText: 'italic text',
  linkText: 'link text',
  edit: 'Edit',
  preview: 'Preview',
  both: 'Side by side',
  noImages: 'This text cannot hold pictures.',
  views: (label: string) => `${label}: edit or preview`,
  formatting: (label: string) => `Formatting of ${label}`,
  withKey: (name: string, key: string) => `${name} (Ctrl+${key})`,
  failed: 'Error rendering content',
  rendering: 'Rendering...',
  nothing: 'Nothing to preview yet.',
  facts: (count: string, words: number, minutes: number) =>
    `${count} ${words === 1 ? 'word' : 'words'} · ${minutes} min read`,
  removed: (parts: string) => `Will be removed: ${parts}.`,
  unwrapped: (parts: string) => `Will be removed, but not the text inside: ${parts}.`,
  removedPart: (part: RemovedPart) =>
    `${part.count} ${removedName(part)}${part.line === null ? '' : ` (line ${part.line})`}`,
  keys: 'In a list, Tab and Shift+Tab move an item in and out. Escape, then Tab leaves the text.',
} as const;

export const SHORTCUT_MESSAGES = {
  palette: 'Find screens, records and actions',
  sidebar: 'Show or collapse the sidebar',
  save: 'Save the open form',
  send: 'Send the reply or add the note that is being written',
  close: 'Close the dialog or menu, or clear the selection of a list',
  search: 'Search this list',
  create: 'Make a new record on this screen',
  nextRow: 'Go to the next row, or open the next record',
  previousRow: 'Go to the previous row, or open the previous record',
  reply: 'Open the chosen enquiry of the queue and reply',
  settle: 'Mark the chosen enquiry of the queue as answered elsewhere',
  undo: 'Undo the reply that was just sent',
  help: 'Show this help',
  bold: 'Bold, in a Markdown editor',
  italic: 'Italic, in a Markdown editor',
  link: 'Link, in a Markdown editor',
  indent: 'Move a list item in, in a Markdown editor',
  outdent: 'Move a list item out, in a Markdown editor',
  leave: 'Let the next Tab leave the list of a Markdown editor',
} as const;

export const DUE_MESSAGES = {
  overdue: 'Overdue',
  soon: 'Due soon',
  inTime: 'In time',
  /** `isOpenTime`: the clock shows another time. */
  left: (minutes: number, isOpenTime: boolean) =>
    minutes === 0 ? 'no open time left' : `${durationText(minutes, isOpenTime)} left`,
  over: (minutes: number, isOpenTime: boolean) =>
    minutes === 0 ? '' : `for ${durationText(minutes, isOpenTime)}`,
} as const;

function durationText(minutes: number, isOpenTime: boolean): string {
  const text = minutes < 120 && minutes !== 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
  return isOpenTime ? `${text} of open time` : text;
}

/** '99+' */
export function dueText(due: number): string {
  return due >= MAX_DUE_COUNT ? `${MAX_DUE_COUNT - 1}+` : String(due);
}

export const UI_MESSAGES = {
  inPlace: (time: string, place: string) => `${time} (${place})`,
  success: 'Success',
  error: 'Error',
  documentTitle: (title: string) => `${title} - Admin Panel`,
  titleWithCount: (title: string, due: number) => (due > 0 ? `(${dueText(due)}) ${title}` : title),
  newTab: (label: string) => `${label} (opens in a new tab)`,
  soon: 'in a moment',
  justNow: 'just now',
} as const;

/** `item`: the name of one entry, such as 'Service'. */
export const ITEMS_MESSAGES = {
  item: (item: string, number: number) => `${item} ${number}`,
  add: (item: string) => `Add ${item.toLowerCase()}`,
  move: (item: string, number: number, direction: 'up' | 'down') =>
    `Move ${item.toLowerCase()} ${number} ${direction}`,
  remove: (item: string, number: number) => `Remove ${item.toLowerCase()} ${number}`,
  moved: (item: string, number: number, count: number) =>
    `Now ${item.toLowerCase()} ${number} of ${count}`,
  removed: (item: string, left: number) => `${item} removed, ${left} left`,
} as const;

export const CONTENT_FIELD_MESSAGES = {
  variables: (label: string) => `Variables for ${label}`,
  insert: (name: string, meaning: string) => `Insert {${name}}: ${meaning}`,
  pick: (label: string) => `Pick: ${label}`,
  several: 'Add several, one per line',
  lines: (list: string) => `${list}, one per line`,
  addLines: 'Add these lines',
  added: (count: number) => `${count} added, not saved yet`,
  imageOf: (label: string, subject: string) => `${label} of ${subject}`,
} as const;

export const MAIL_PREVIEW_MESSAGES = {
  views: 'Form of the mail',
  light: 'Light',
  dark: 'Dark',
  text: 'Text',
  frame: (subject: string) => `Mail: ${subject}`,
} as const;
