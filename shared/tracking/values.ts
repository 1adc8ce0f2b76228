import type { FieldErrors } from '#shared/common/errors.ts';

/** Where the visitor of a lost link asks for a new one. */
export const LOST_LINK_PATH = '/track';

/** Where links in mails lead that confirm something. */
export const CONFIRM_PATH = '/track/confirm';

/** The name of the query with the code of such a link. */
export const CONFIRM_CODE = 'code';

/** What a form of the page does. */
export const TRACKING_ACTIONS = [
  'write',
  'correct',
  'email',
  'withdraw',
  'resume',
  'erase',
] as const;

export type TrackingAction = (typeof TRACKING_ACTIONS)[number];

export const MAX_WORD = 5_000;

/** For so long a link that confirms something works. */
export const CONFIRMATION_MS = 24 * 60 * 60 * 1_000;

/** A page of a conversation shows its newest entries. */
export const MAX_TRACKED_ITEMS = 200;

/** How many conversations a mail with links names. */
export const MAX_MAILED_LINKS = 5;

/** Of what is still open: nobody is asked to wait for an hour that has passed. */
export type TrackingStatus = 'received' | 'due' | 'late' | 'responded' | 'withdrawn';

export type TrackedFile = { id: string; name: string; sizeBytes: number };

export type TrackedItem = {
  id: string;
  /** Who said it, or what the visitor did. */
  kind: 'visitor' | 'team' | 'elsewhere' | 'withdrawn' | 'resumed' | 'corrected';
  /** Of an answer: the name of whoever gave it, null where there is none to be shown. */
  author: string | null;
  at: string;
  body: string;
  files: TrackedFile[];
};

/** What the page of a conversation shows. */
export type TrackedEnquiry = {
  kind: 'order' | 'message';
  reference: string | null;
  contact: { name: string; email: string; phone: string | null; company: string | null };
  status: TrackingStatus;
  /** When that was, or will be. */
  statusAt: string;
  /** Of an order: how far it is. */
  progress: string | null;
  items: TrackedItem[];
  /** Whether there are older ones. */
  hasMore: boolean;
  /** What waits for a link in a mail to be followed. */
  pending: { email: string | null; erasure: boolean };
};

/** A form of the page that was not accepted, to be shown again. */
export type RejectedTracking = {
  action: TrackingAction;
  entries: Record<string, string>;
  errors: FieldErrors;
  failure: string | null;
};

export function trackingPath(token: string): `/track/${string}` {
  return `/track/${token}`;
}

/** What the conversation calls what was corrected. */
export const CORRECTION_LABELS = {
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  company: 'Company',
} as const;
