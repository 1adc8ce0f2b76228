type Unit = 'years' | 'days' | 'hours';

export type Period = { [Each in Unit]: Record<Each, number> }[Unit];

export type RetentionBasis = 'contract' | 'law' | 'security' | 'proof' | 'accounts';

/** What becomes of it: removed at the end of its period, together with what it belongs to, by newer ones of its kind, by whoever owns it, or not at all. */
export type RetentionAction =
  | 'delete'
  | 'delete-with'
  | 'replace'
  | 'delete-by-hand'
  | 'expire-on-device';

type Rule = {
  kind: string;
  label: string;
  basis: RetentionBasis;
  /** From when the period counts; without a period, until when it is stored. */
  since: string;
  period?: Period | null;
  /** Deleted at the end of its period unless this says otherwise. */
  action?: RetentionAction;
  /** Where it is stored; none for what is not in the database. */
  tables: readonly string[];
  /** The public page does not tell visitors of it. */
  isInternal?: boolean;
};

/**
 * Everything that holds personal data: why it is stored, for how long, and what becomes of it. The purge, its preview, the dates on records and the
 * paragraph of the privacy page are made of this.
 */
export const RETENTION = [
  {
    kind: 'messages',
    label: 'Messages',
    basis: 'contract',
    since: 'after they came',
    period: { years: 2 },
    tables: ['contact_messages'],
  },
  {
    kind: 'orders',
    label: 'Orders with their attachments',
    basis: 'law',
    since: 'after the last change or word',
    period: { years: 10 },
    tables: ['orders'],
  },
  {
    kind: 'conversations',
    label: 'What we write to each other about an enquiry, with its files, notes and history',
    basis: 'contract',
    since: 'as long as the enquiry',
    action: 'delete-with',
    tables: ['conversations', 'conversation_entries', 'lead_status_changes', 'order_attachments'],
  },
  {
    kind: 'search-texts',
    label: 'The text by which we search enquiries',
    basis: 'contract',
    since: 'as long as the enquiry',
    action: 'delete-with',
    tables: ['orders', 'contact_messages'],
    isInternal: true,
  },
  {
    kind: 'pending-uploads',
    label: 'Uploaded files that never became part of a sent order',
    basis: 'contract',
    since: 'after the upload',
    period: { hours: 24 },
    tables: ['order_attachments'],
  },
  {
    kind: 'upload-sources',
    label: 'Which network sent a file, as a keyed checksum instead of the address',
    basis: 'security',
    since: 'after the upload',
    period: { days: 1 },
    tables: ['order_attachments'],
  },
  {
    kind: 'mails',
    label: 'Our record of the mails that we sent you',
    basis: 'contract',
    since: 'after they were written, as long as the enquiry at the most',
    period: { days: 90 },
    tables: ['outbox_mails'],
  },
  {
    kind: 'deferred-mails',
    label: 'Which mails could not be read in yet',
    basis: 'contract',
    since: 'after they came',
    period: { days: 30 },
    tables: ['deferred_mails'],
    isInternal: true,
  },
  {
    kind: 'tracking-requests',
    label: 'What you asked for on the page of your enquiry and had to confirm by e-mail',
    basis: 'contract',
    since: 'after you asked',
    period: { days: 30 },
    tables: ['tracking_requests'],
  },
  {
    kind: 'tracking-link-requests',
    label: 'That somebody asked for lost links, with a keyed checksum instead of the address',
    basis: 'security',
    since: 'after the question',
    period: { days: 1 },
    tables: ['tracking_link_requests'],
  },
  {
    kind: 'drafts',
    label: 'Drafts of unfinished forms and replies',
    basis: 'contract',
    since: 'after the last entry, on the device where they were written',
    period: { days: 7 },
    action: 'expire-on-device',
    tables: [],
  },
  {
    kind: 'request-logs',
    label: 'Request log',
    basis: 'security',
    since: 'after the request',
    period: { days: 30 },
    tables: ['ddos_request_logs'],
  },
  {
    kind: 'security-events',
    label: 'Security events with the address that caused them',
    basis: 'security',
    since: 'after the event',
    period: { days: 90 },
    tables: ['security_events'],
  },
  {
    kind: 'ip-rules',
    label: 'Blocked addresses',
    basis: 'security',
    since: 'after the end of the block',
    period: { days: 30 },
    tables: ['ip_security_rules'],
  },
  {
    kind: 'contact-audit',
    label: 'The log of who has opened enquiries, which contains nothing that you wrote',
    basis: 'proof',
    since: 'until the end of the installation',
    action: 'delete-by-hand',
    tables: ['contact_message_audit'],
  },
  {
    kind: 'audit-searches',
    label: 'What we typed to find an enquiry, in that log',
    basis: 'proof',
    since: 'after the search; what was typed before this log could lose it stays in it',
    period: { days: 365 },
    tables: ['contact_message_audit'],
  },
  {
    kind: 'saved-filters',
    label: 'Filters of our lists, in which may be what we typed to find an enquiry',
    basis: 'contract',
    since:
      'until whoever saved them deletes them; those with your address or whole name go when your last enquiry is erased',
    action: 'delete-by-hand',
    tables: ['saved_filters'],
  },
  {
    kind: 'erasures',
    label: 'That something was erased, without the data',
    basis: 'proof',
    since: 'until the end of the installation',
    action: 'delete-by-hand',
    tables: ['erasures'],
  },
  {
    kind: 'backups',
    label: 'Backups',
    basis: 'security',
    since:
      'until newer ones replace them; they hold erased data until then, and a restore erases it again',
    action: 'replace',
    tables: [],
  },
  {
    kind: 'login-attempts',
    label: 'Sign-in attempts',
    basis: 'security',
    since: 'after the attempt',
    period: { days: 90 },
    tables: ['admin_login_attempts'],
  },
  {
    kind: 'sessions',
    label: 'Sessions of administrators',
    basis: 'security',
    since: 'after their end',
    period: { days: 30 },
    tables: ['admin_sessions'],
    isInternal: true,
  },
  {
    kind: 'login-challenges',
    label: 'Questions for a second step',
    basis: 'security',
    since: 'after their end',
    period: { days: 1 },
    tables: ['admin_login_challenges'],
    isInternal: true,
  },
  {
    kind: 'passkey-challenges',
    label: 'Questions for a passkey',
    basis: 'security',
    since: 'after their end',
    period: { days: 0 },
    tables: ['admin_passkey_challenges'],
    isInternal: true,
  },
  {
    kind: 'devices',
    label: 'Devices of administrators',
    basis: 'security',
    since: 'after they were last seen',
    period: { days: 180 },
    tables: ['admin_devices'],
    isInternal: true,
  },
  {
    kind: 'invitations',
    label: 'Invitations of administrators',
    basis: 'accounts',
    since: 'after their end',
    period: { days: 30 },
    tables: ['admin_invitations'],
    isInternal: true,
  },
  {
    kind: 'accounts',
    label: 'Accounts of administrators with what belongs to them',
    basis: 'accounts',
    since: 'until the end of the installation, because the log of accesses names them',
    action: 'delete-by-hand',
    tables: ['admin_users', 'admin_passkeys', 'admin_recovery_codes'],
    isInternal: true,
  },
  {
    kind: 'deleted-content',
    label:
      'Deleted content, such as testimonials and team members, with images that nothing else shows',
    basis: 'accounts',
    since: 'after it was deleted',
    period: { days: 30 },
    tables: ['blog_posts', 'projects', 'faqs', 'clients', 'testimonials', 'team_members'],
    isInternal: true,
  },
] as const satisfies readonly Rule[];

export type RetentionRule = Rule;
export type RetentionKind = (typeof RETENTION)[number]['kind'];
export type DeletedKind = Exclude<(typeof RETENTION)[number], { action: string }>['kind'];

/** The preview of a purge counts no further. */
export const MAX_COUNTED = 10_000;
