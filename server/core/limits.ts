/** Every limit of the server on one page; sizes in bytes, times in milliseconds. */
export const LIMITS = {
  headerTimeout: 10_000,
  /** Of a whole request without files. */
  requestTimeout: 30_000,
  uploadTimeout: 120_000,
  /** Who has something to take all this time and takes less than so many bytes of it is cut; a phone may be without its network for a while. */
  slowReader: 60_000,
  slowReaderBytes: 30_000,
  /** An upload that sends nothing for this long is cut. */
  uploadStall: 10_000,
  /** Of a source, and of the /48 around it, in bytes: a file goes at once, more of them as fast as a good line is. */
  bodyRate: {
    own: { perSecond: 16 * 1024 * 1024, burst: 10 * 1024 * 1024 },
    wide: { perSecond: 64 * 1024 * 1024, burst: 40 * 1024 * 1024 },
  },
  /** How long what is still being sent after its response is read on. */
  unreadBody: 500,
  keepAliveTimeout: 15_000,
  headerBlock: 16 * 1024,
  jsonBody: 64 * 1024,
  contentBody: 512 * 1024,
  /** Text fields of a form without JavaScript; its files have their own limit. */
  formFields: 64 * 1024,
  connections: 2_000,
  /** Of an IPv4 address or an IPv6 /64. */
  connectionsPerAddress: 100,
  /** Of an IPv6 /48: a quarter of all. */
  connectionsPerNetwork: 500,
  /** Of all visitors; the back office has its own. */
  eventStreams: 500,
  eventStreamsPerAddress: 5,
  eventStreamsPerNetwork: 125,
  adminEventStreams: 200,
  eventStreamsPerSession: 10,
  eventStreamHeartbeat: 25_000,
  /** Downloads of everything held, which are written while they are sent: of all, of an address or /64, of a /48. */
  heldDataDownloads: 50,
  heldDataDownloadsPerAddress: 3,
  heldDataDownloadsPerNetwork: 12,
  /** A text, drawing or icon that is not done by then ends its thread. */
  documentTimeout: 10_000,
  /** Images received at once, each up to 10 MB in memory. */
  imageUploads: 4,
  /** Images decoded at once: with the two password hashes they leave one of libuv's four threads to the files. */
  imageDecoders: 1,
  /** Files that no order has yet; a form may have ten with 50 MiB. A source is an address or /64, a network a /48. */
  pendingUploads: {
    ofAddress: { files: 60, bytes: 300 * 1024 * 1024 },
    ofNetwork: { files: 300, bytes: 1_500 * 1024 * 1024 },
    ofAll: { files: 5_000, bytes: 5 * 1024 * 1024 * 1024 },
    reserve: { files: 500, bytes: 512 * 1024 * 1024 },
  },
  /** Files received within 24 hours, pending and attached alike. */
  dailyUploads: {
    ofAddress: { files: 100, bytes: 300 * 1024 * 1024 },
    ofNetwork: { files: 500, bytes: 1_500 * 1024 * 1024 },
  },
  /** Files pending or attached to enquiries without an answer. A reserve is for clients that sent less than one form may carry within 24 hours. */
  unansweredUploads: {
    ofAll: { files: 20_000, bytes: 20 * 1024 * 1024 * 1024 },
    reserve: { files: 2_000, bytes: 2 * 1024 * 1024 * 1024 },
  },
  /** Below this, files are rejected; orders, messages and the embedded database go on. */
  minFreeDisk: 1024 * 1024 * 1024,
  /** Codes from an authenticator app, per account and from any address; each has a million values. */
  secondFactor: { maxWrongCodesPerHour: 20, pause: 60 * 60 * 1_000 },
  /** Rows per second, address and status in the log of rejected requests; further ones raise the weight of the last. */
  rejectedLogEntries: 10,
  /** How long a successful readiness check is valid; a failed one is repeated after a second. */
  readiness: 5_000,
  databasePool: 10,
  logPool: 2,
  jobsPool: 3,
  statementTimeout: 5_000,
  /** Below `statementTimeout`, so that the log says what was waited for. */
  lockTimeout: 3_000,
  /** Above `statementTimeout`: a database that has not responded by then has gone silent. */
  databaseResponse: 6_000,
  /** Mails that one process delivers at once, each on a connection of its own. */
  mailsInFlight: 5,
  /** Emails per recipient and day that unauthenticated input causes. Each kind counts all of them, so the later ones keep a reserve. */
  mailsPerRecipient: { receipt: 5, link: 8, notice: 20 },
  /** Confirmations requested on tracking pages: per conversation, and per recipient from all of them. */
  confirmations: { perConversationAndHour: 3, perRecipientAndHour: 6, perRecipientAndDay: 12 },
  smtpConnection: 10_000,
  /** A mail server that says nothing for this long is given up. */
  smtpSilence: 20_000,
  smtpGoodbye: 1_000,
  /** Of one mail, from its making to its acceptance, however busy its files and its server keep us. */
  mailDelivery: 60_000,
  /** For how long a mail is nobody else's; well above `mailDelivery`, since the clocks of two machines differ. */
  mailLease: 180_000,
  /** A job that its process has not renewed by then is run by another one. */
  jobLease: 60_000,
  /** How long the receiver of a reminder may take to respond. */
  webhook: 5_000,
  /** Of one mail that comes in; a larger one is only named. */
  incomingMailBytes: 25 * 1024 * 1024,
  /** A mail is told from others by so much of its beginning. */
  incomingMailHead: 64 * 1024,
  imapConnection: 20_000,
  /** A mailbox that has not responded to a command by then is left, and connected to again. */
  imapResponse: 30_000,
  /** How often a mailbox is asked for new mails that it has not announced. */
  imapPoll: 60_000,
  /** Emails that one conversation accepts from each sender. */
  incomingMailsPerHour: 30,
  incomingMailsPerDay: 100,
  /** Emails that it accepts from all other senders together; forged ones count here, not as the visitor's. */
  otherMailsPerHour: 60,
  otherMailsPerDay: 200,
  /** Of a delivery report, which is read no further. */
  incomingReportBytes: 1024 * 1024,
  /** Delivery reports about mails of ours that are parsed. */
  incomingReportsPerHour: 300,
  /** How long mails in flight may go on once the process has been asked to end. */
  lastMails: 5_000,
  /** How long a proxy gets to use the connections up that it keeps, once the process has been asked to end. */
  leaving: 1_000,
  /** How long pending requests may go on once the process has been asked to end. */
  lastRequests: 15_000,
  /** How long the end of a process waits for a log that stands still. */
  lastLog: 1_000,
  shutdown: 25_000,
} as const;
