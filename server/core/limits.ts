export const LIMITS = {
  headerTimeout: 10_000,
  /** For a whole request without files. */
  requestTimeout: 30_000,
  uploadTimeout: 120_000,
  /** A client that accepts fewer bytes in this time while data is pending is disconnected. */
  slowReader: 60_000,
  slowReaderBytes: 30_000,
  uploadStall: 10_000,
  /** Upload rate per address or IPv6 /64, and per /48. */
  bodyRate: {
    own: { perSecond: 16 * 1024 * 1024, burst: 10 * 1024 * 1024 },
    wide: { perSecond: 64 * 1024 * 1024, burst: 40 * 1024 * 1024 },
  },
  /** Milliseconds for which data after the response is still read. */
  unreadBody: 500,
  keepAliveTimeout: 15_000,
  headerBlock: 16 * 1024,
  jsonBody: 64 * 1024,
  contentBody: 512 * 1024,
  formFields: 64 * 1024,
  connections: 2_000,
  /** IPv4 address or IPv6 /64. */
  connectionsPerAddress: 100,
  connectionsPerNetwork: 500,
  eventStreams: 500,
  eventStreamsPerAddress: 5,
  eventStreamsPerNetwork: 125,
  adminEventStreams: 200,
  eventStreamsPerSession: 10,
  eventStreamHeartbeat: 25_000,
  /** Concurrent personal-data exports: total, per address or /64, per /48. */
  heldDataDownloads: 50,
  heldDataDownloadsPerAddress: 3,
  heldDataDownloadsPerNetwork: 12,
  documentTimeout: 10_000,
  imageUploads: 4,
  /** With two password hashes, this leaves one of libuv's four threads to files. */
  imageDecoders: 1,
  /** Files without an order. `ofAddress` counts an address or /64, `ofNetwork` a /48. */
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
  /** Files pending or attached to unanswered enquiries. The reserve is for clients below one form's worth within 24 hours. */
  unansweredUploads: {
    ofAll: { files: 20_000, bytes: 20 * 1024 * 1024 * 1024 },
    reserve: { files: 2_000, bytes: 2 * 1024 * 1024 * 1024 },
  },
  /** Below this, files are rejected; enquiries are still stored. */
  minFreeDisk: 1024 * 1024 * 1024,
  secondFactor: { maxWrongCodesPerHour: 20, pause: 60 * 60 * 1_000 },
  /** Per second, address and status; further requests raise the weight of the last row. */
  rejectedLogEntries: 10,
  /** Validity of a successful check; a failed one is repeated after a second. */
  readiness: 5_000,
  databasePool: 10,
  logPool: 2,
  jobsPool: 3,
  statementTimeout: 5_000,
  /** Below `statementTimeout`, so that the log says what was waited for. */
  lockTimeout: 3_000,
  /** Above `statementTimeout`: by then the database has gone silent. */
  databaseResponse: 6_000,
  mailsInFlight: 5,
  /** Emails per recipient and day that unauthenticated input causes. Each kind counts all of them, so the later ones keep a reserve. */
  mailsPerRecipient: { receipt: 5, link: 8, notice: 20 },
  confirmations: { perConversationAndHour: 3, perRecipientAndHour: 6, perRecipientAndDay: 12 },
  /** Per administrator. */
  testMailsPerHour: 10,
  /** Changes and tests of connections, by all owners. */
  connectionAttemptsPerHour: 30,
  connectionTest: 20_000,
  smtpConnection: 10_000,
  smtpSilence: 20_000,
  smtpGoodbye: 1_000,
  mailDelivery: 60_000,
  /** Well above `mailDelivery`, since clocks of machines differ. */
  mailLease: 180_000,
  jobLease: 60_000,
  webhook: 5_000,
  incomingMailBytes: 25 * 1024 * 1024,
  incomingMailHead: 64 * 1024,
  imapConnection: 20_000,
  imapResponse: 30_000,
  imapPoll: 60_000,
  incomingMailsPerHour: 30,
  incomingMailsPerDay: 100,
  otherMailsPerHour: 60,
  otherMailsPerDay: 200,
  incomingReportBytes: 1024 * 1024,
  incomingReportsPerHour: 300,
  /** Grace periods when the process ends: for mails, proxies, requests and the log. */
  lastMails: 5_000,
  leaving: 1_000,
  lastRequests: 15_000,
  lastLog: 1_000,
  shutdown: 25_000,
} as const;
