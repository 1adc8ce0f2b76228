import type { FieldErrors } from '#shared/common/errors.ts';

export const LOST_LINK_PATH = '/track';

export const CONFIRM_PATH = '/track/confirm';

/** Where such a link gives out all that is stored under an address. */
export const PERSON_EXPORT_PATH = '/track/confirm/data.tar';

export const CONFIRM_CODE = 'code';

export const TRACKING_ACTIONS = [
  'write',
  'correct',
  'email',
  'withdraw',
  'resume',
  'erase',
  'erase-all',
  'export-all',
] as const;

export type TrackingAction = (typeof TRACKING_ACTIONS)[number];

export const MAX_WORD = 5_000;

/** For so long after its address has changed no visitor erases an enquiry: the former one is told, and an owner can put it back. */
export const NEW_EMAIL_DAYS = 7;

export const CONFIRMATION_MS = 24 * 60 * 60 * 1_000;

export type RequestKind = 'email' | 'erasure' | PersonRequestKind;

/** What is about all that is stored under an address, and not about one enquiry. */
export type PersonRequestKind = 'person-erasure' | 'person-export';

export function isPersonRequest(kind: RequestKind): kind is PersonRequestKind {
  return kind === 'person-erasure' || kind === 'person-export';
}

/** What came of a press on a confirming button; of a legal hold something stays for now. */
export const CONFIRMED = ['email', 'erasure', 'person-erasure', 'held', 'readdressed'] as const;

export type Confirmed = (typeof CONFIRMED)[number];

export type SkippedEnquiry = {
  kind: 'order' | 'message';
  reference: string;
  reason: 'readdressed' | 'held';
  /** Null on legal hold, whose end is not known. */
  erasableFrom: string | null;
};

export type ConfirmedErasure = { done: Confirmed; skipped: readonly SkippedEnquiry[] };

export const MAX_TRACKED_ITEMS = 200;

export const MAX_MAILED_LINKS = 5;

/** Of what is still open: nobody is asked to wait for an hour that has passed. */
export type TrackingStatus = 'received' | 'due' | 'late' | 'responded' | 'withdrawn';

export type TrackedFile = { id: string; name: string; sizeBytes: number };

export type TrackedItem = {
  id: string;
  kind:
    | 'visitor'
    /** An email from another address, or from a sender that was not verified. */
    | 'unconfirmed'
    | 'team'
    | 'elsewhere'
    | 'withdrawn'
    | 'resumed'
    | 'corrected'
    | 'restored'
    | 'readdressed';
  leftOutFiles: readonly { name: string; reason: string }[];
  /** Of an answer: the name of whoever gave it, null where there is none to be shown. */
  author: string | null;
  at: string;
  body: string;
  files: TrackedFile[];
};

export type TrackedEnquiry = {
  kind: 'order' | 'message';
  reference: string;
  /** 'order V-7K2M9QXA' */
  label: string;
  contact: { name: string; email: string; phone: string | null; company: string | null };
  status: TrackingStatus;
  /** When that was, or will be. */
  statusAt: string;
  /** Of an order: how far it is. */
  progress: string | null;
  items: TrackedItem[];
  hasMore: boolean;
  /** What waits for a link in a mail to be followed. */
  pending: {
    email: string | null;
    erasure: boolean;
    personErasure: boolean;
    personExport: boolean;
    /** When an erasure was confirmed that has to wait for the end of a legal hold. */
    heldErasureAt: string | null;
  };
  isUndelivered: boolean;
  /** Until when it is stored; null while that is not known, as on a legal hold. */
  retainedUntil: string | null;
};

export type RejectedTracking = {
  action: TrackingAction;
  entries: Record<string, string>;
  errors: FieldErrors;
  failure: string | null;
};

export function trackingPath(token: string): `/track/${string}` {
  return `/track/${token}`;
}

const TRACKING_PATH = /^\/track\/[\w-]{43}$/;

export function isTrackingPath(value: unknown): value is string {
  return typeof value === 'string' && TRACKING_PATH.test(value);
}

/** The page that thanks a sender without scripts, where nobody keeps or is told its address. */
export function sentPath(path: string): string {
  return `${path}/sent`;
}

export const CORRECTION_LABELS = {
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  company: 'Company',
} as const;
