// Generated from the migrated database by `npm run types:database`. Do not edit.

import type { ColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type AdminDevices = {
  adminUserId: string;
  browser: string;
  confirmedAt: Timestamp | null;
  firstSeenAt: Generated<Timestamp>;
  id: string;
  ipAddress: string;
  lastSeenAt: Generated<Timestamp>;
  network: string;
};

export type AdminInvitations = {
  createdAt: Generated<Timestamp>;
  email: string;
  expiresAt: Timestamp;
  id: string;
  invitedBy: string | null;
  revokedAt: Timestamp | null;
  role: "owner" | "member" | "auditor";
  tokenHash: Buffer;
  tokenVersion: Generated<number>;
  usedAt: Timestamp | null;
};

export type AdminLoginAttempts = {
  createdAt: Generated<Timestamp>;
  id: ColumnType<number, never, never>;
  ipAddress: string;
  success: boolean;
  username: string;
};

export type AdminLoginChallenges = {
  adminUserId: string;
  createdAt: Generated<Timestamp>;
  expiresAt: Timestamp;
  failedCodes: Generated<number>;
  id: string;
  tokenHash: Buffer;
  usedAt: Timestamp | null;
};

export type AdminPasskeyChallenges = {
  adminUserId: string | null;
  challengeHash: Buffer;
  createdAt: Generated<Timestamp>;
  expiresAt: Timestamp;
  id: string;
  purpose: string;
  site: string;
  source: string;
};

export type AdminPasskeys = {
  adminUserId: string;
  counter: number;
  createdAt: Generated<Timestamp>;
  credentialId: Buffer;
  id: string;
  isSynced: boolean;
  lastUsedAt: Timestamp | null;
  name: string;
  publicKey: Buffer;
  transports: Generated<string[]>;
};

export type AdminRecoveryCodes = {
  adminUserId: string;
  codeHash: Buffer;
  createdAt: Generated<Timestamp>;
  id: string;
  usedAt: Timestamp | null;
};

export type AdminSessions = {
  adminUserId: string;
  createdAt: Generated<Timestamp>;
  deviceId: string | null;
  expiresAt: Timestamp;
  id: string;
  ipAddress: string | null;
  isActive: Generated<boolean>;
  lastUsedAt: Generated<Timestamp>;
  provedAt: Generated<Timestamp>;
  shownEnquiries: Generated<string[]>;
  shownSince: Timestamp | null;
  tokenHash: Buffer;
  userAgent: string | null;
};

export type AdminUsers = {
  createdAt: Generated<Timestamp>;
  displayName: string | null;
  email: string | null;
  id: string;
  isActive: Generated<boolean>;
  lastLoginAt: Timestamp | null;
  passwordChangedAt: Generated<Timestamp>;
  passwordExpiresAt: Timestamp | null;
  passwordHash: string;
  role: "owner" | "member" | "auditor";
  totpConfirmedAt: Timestamp | null;
  totpFailedAt: Generated<ArrayType<Timestamp>>;
  totpLastUsedStep: number | null;
  totpPausedUntil: Timestamp | null;
  totpSecret: string | null;
  updatedAt: Generated<Timestamp>;
  username: string;
};

export type BackupRuns = {
  attempts: Generated<number>;
  backupMs: number | null;
  day: string;
  error: string | null;
  files: number | null;
  missingFiles: Generated<number>;
  place: string | null;
  problems: Generated<Json>;
  restoredAt: Timestamp | null;
  restoreMs: number | null;
  sizeBytes: number | null;
  startedAt: Timestamp;
  status: string;
  tableRows: number | null;
};

export type BlogPosts = {
  author: string;
  category: Generated<string>;
  content: string;
  contentHtml: string | null;
  contentHtmlVersion: string | null;
  createdAt: Generated<Timestamp>;
  deletedAt: Timestamp | null;
  excerpt: string;
  featuredImageAlt: Generated<string>;
  featuredImageUrl: string | null;
  formerSlugs: Generated<string[]>;
  id: string;
  isPublished: Generated<boolean>;
  isSample: Generated<boolean>;
  publishedAt: Timestamp | null;
  readingTime: Generated<number>;
  slug: string;
  title: string;
  updatedAt: Generated<Timestamp>;
};

export type Clients = {
  createdAt: Generated<Timestamp>;
  deletedAt: Timestamp | null;
  id: string;
  isFeatured: Generated<boolean>;
  isSample: Generated<boolean>;
  logoUrl: string | null;
  name: string;
  updatedAt: Generated<Timestamp>;
  websiteUrl: string | null;
};

export type Connections = {
  changedAt: Generated<Timestamp>;
  changedBy: string | null;
  kind: string;
  sealed: string;
};

export type ContactMessageAudit = {
  accessedFields: Generated<string[]>;
  action: "view" | "detailed_view" | "bulk_view" | "update" | "search" | "export";
  adminUserId: string | null;
  createdAt: Generated<Timestamp>;
  hash: Buffer;
  id: Generated<string>;
  ipAddress: string | null;
  messageId: string | null;
  orderId: string | null;
  previousHash: Buffer | null;
  searchDigest: Buffer | null;
  searchQuery: string | null;
  searchSalt: Buffer | null;
  sequence: ColumnType<number, never, never>;
  userAgent: string | null;
};

export type ContactMessages = {
  accessCount: Generated<number>;
  createdAt: Generated<Timestamp>;
  dataClassification: Generated<"public" | "internal" | "confidential" | "restricted">;
  email: string;
  id: string;
  idempotencyKey: string | null;
  isSuspect: Generated<boolean>;
  lastAccessedAt: Timestamp | null;
  message: string;
  name: string;
  notes: string | null;
  referencePrefix: Generated<string>;
  requestHash: Buffer | null;
  respondedAt: Timestamp | null;
  retentionExpiresAt: Generated<Timestamp>;
  searchText: ColumnType<string, never, never>;
  status: Generated<"new" | "read" | "responded">;
  suspectReasons: Generated<string[]>;
};

export type ConversationEntries = {
  adminUserId: string | null;
  body: string | null;
  conversationId: string;
  createdAt: Generated<Timestamp>;
  detail: Generated<Json>;
  id: string;
  kind: string;
  mailMessageId: string | null;
  quoted: string | null;
  via: "panel" | "mail" | "page" | "elsewhere";
};

export type Conversations = {
  alertLevel: Generated<number>;
  answeringAdminId: string | null;
  answeringUntil: Timestamp | null;
  assigneeId: string | null;
  createdAt: Generated<Timestamp>;
  dueAt: Timestamp | null;
  firstRespondedBy: string | null;
  firstResponseAt: Timestamp | null;
  heldAt: Timestamp | null;
  heldBy: string | null;
  holdReason: string | null;
  id: string;
  isDeadlineProvisional: Generated<boolean>;
  landingPage: string | null;
  lastWord: Generated<"visitor" | "team">;
  lastWordAt: Generated<Timestamp>;
  messageId: string | null;
  nextAlertAt: Timestamp | null;
  nextStep: string | null;
  nextStepOn: string | null;
  orderId: string | null;
  promisedDueAt: Timestamp | null;
  referrer: string | null;
  replyLostAt: Timestamp | null;
  snoozedUntil: Timestamp | null;
  sourcePage: string | null;
  tokenHash: Buffer | null;
  tokenVersion: Generated<number>;
  waitingSince: Timestamp | null;
  withdrawnAt: Timestamp | null;
};

export type DdosRequestLogs = {
  createdAt: Generated<Timestamp>;
  endpoint: string;
  id: ColumnType<number, never, never>;
  ipAddress: string;
  isAdmin: Generated<boolean>;
  responseStatus: number;
  weight: Generated<number>;
};

export type DeferredMails = {
  cameAt: Timestamp;
  id: Generated<string>;
  inbox: string;
  nextTryAt: Timestamp | null;
  tries: number;
  uid: number;
  uidValidity: number;
};

export type Erasures = {
  addressHash: Buffer | null;
  adminUserId: string | null;
  by: string;
  conversationIds: string[];
  erasedAt: Timestamp;
  id: string;
  kind: string;
  messageIds: string[];
  orderIds: string[];
};

export type Faqs = {
  answer: string;
  category: Generated<string>;
  createdAt: Generated<Timestamp>;
  deletedAt: Timestamp | null;
  id: string;
  isPublished: Generated<boolean>;
  isSample: Generated<boolean>;
  question: string;
  sortOrder: Generated<number>;
  updatedAt: Generated<Timestamp>;
};

export type Installation = {
  id: Generated<string>;
  isOnly: Generated<boolean>;
};

export type IpSecurityRules = {
  createdAt: Generated<Timestamp>;
  createdBy: string | null;
  expiresAt: Timestamp | null;
  id: string;
  ipAddress: string;
  reason: Generated<string>;
  ruleType: "blacklist" | "whitelist" | "suspicious";
};

export type LeadStatusChanges = {
  adminUserId: string | null;
  createdAt: Generated<Timestamp>;
  id: string;
  messageId: string | null;
  newStatus: string;
  oldStatus: string;
  orderId: string | null;
};

export type MailInboxes = {
  checkedAt: Timestamp | null;
  failedAt: Timestamp | null;
  lastError: string | null;
  lastMailAt: Timestamp | null;
  lastUid: number | null;
  name: string;
  uidValidity: number | null;
};

export type OrderAttachments = {
  contentType: string;
  createdAt: Generated<Timestamp>;
  entryId: string | null;
  formKey: string;
  id: string;
  orderId: string | null;
  originalName: string;
  path: string;
  sha256: Buffer;
  sizeBytes: number;
  sources: Generated<string[]>;
  status: Generated<"staged" | "claimed" | "removing">;
};

export type Orders = {
  company: string | null;
  createdAt: Generated<Timestamp>;
  desiredFeatures: string[];
  email: string;
  estimatedBudget: string;
  fileUrls: Generated<string[]>;
  fullName: string;
  id: string;
  idempotencyKey: string;
  isSuspect: Generated<boolean>;
  notes: string | null;
  phone: string | null;
  projectDescription: string;
  reference: string;
  requestHash: Buffer;
  requiredLanguages: string[];
  searchText: ColumnType<string, never, never>;
  serviceType: string;
  status: Generated<"pending" | "new" | "in-progress" | "completed">;
  suspectReasons: Generated<string[]>;
  targetTimeline: string;
  termsAcceptedAt: Timestamp;
  termsVersion: string;
  updatedAt: Generated<Timestamp>;
};

export type OutboxMails = {
  attempts: Generated<number>;
  bouncedAt: Timestamp | null;
  bounceReason: string | null;
  conversationId: string | null;
  createdAt: Generated<Timestamp>;
  entryId: string | null;
  id: string;
  kind: string;
  lastAttemptAt: Timestamp | null;
  lastError: string | null;
  lockedUntil: Timestamp | null;
  messageId: string | null;
  nextAttemptAt: Generated<Timestamp>;
  payload: Generated<Json>;
  recipient: string;
  requeuedAt: Timestamp | null;
  sentAt: Timestamp | null;
  status: Generated<"pending" | "sent" | "failed" | "expired" | "bounced">;
  transport: "smtp" | "file" | null;
};

export type PeriodicJobs = {
  attempts: Generated<number>;
  dueAt: Timestamp;
  lastError: string | null;
  name: string;
};

export type PolicyVersions = {
  kind: "terms" | "privacy";
  markdown: string;
  publishedAt: Timestamp;
  version: string;
};

export type Projects = {
  challengeText: string | null;
  clientName: string | null;
  clientQuote: string | null;
  createdAt: Generated<Timestamp>;
  deletedAt: Timestamp | null;
  featuredImageAlt: Generated<string>;
  featuredImageUrl: string | null;
  fullDescription: string | null;
  galleryImages: Generated<string[]>;
  id: string;
  industryCategory: Generated<string>;
  isFeatured: Generated<boolean>;
  isPublished: Generated<boolean>;
  isSample: Generated<boolean>;
  results: ColumnType<Record<"metric" | "before" | "after" | "howMeasured", string>[], string | undefined, string>;
  resultsText: string | null;
  shortDescription: string;
  solutionText: string | null;
  techStack: Generated<string[]>;
  title: string;
  updatedAt: Generated<Timestamp>;
};

export type PublicClaims = {
  attestedBy: string | null;
  attestedOn: string | null;
  evidence: Generated<string>;
  evidenceUrl: Generated<string>;
  key: string;
  measuredAt: Timestamp | null;
  measuredCount: number | null;
  measuredValue: number | null;
  mode: Generated<"warn" | "computed">;
  reviewBy: string | null;
  shown: ColumnType<{ value: number; suffix?: string } | null, string | null | undefined, string | null>;
  updatedAt: Generated<Timestamp>;
};

export type ReplyTemplates = {
  body: string;
  createdAt: Generated<Timestamp>;
  id: string;
  name: string;
  updatedAt: Generated<Timestamp>;
};

export type SavedFilters = {
  adminUserId: string;
  createdAt: Generated<Timestamp>;
  id: string;
  name: string;
  query: string;
  screen: string;
};

export type SecretKeys = {
  fingerprint: Buffer;
  firstSequence: Generated<number>;
  name: string;
  replacedAt: Timestamp | null;
};

export type SecurityEvents = {
  acknowledgedAt: Timestamp | null;
  acknowledgedBy: string | null;
  createdAt: Generated<Timestamp>;
  eventType: string;
  id: ColumnType<number, never, never>;
  ipAddress: string;
  reasons: Generated<Json>;
  samples: Generated<Json>;
  threatScore: number;
};

export type SiteContent = {
  data: Json;
  id: string;
  isSample: Generated<boolean>;
  language: string;
  type: string;
  updatedAt: Generated<Timestamp>;
};

export type SiteSettings = {
  copyrightText: Generated<string>;
  faviconUrl: Generated<string>;
  footerLogoAlt: Generated<string>;
  footerLogoHeight: Generated<number>;
  footerLogoUrl: Generated<string>;
  footerLogoWidth: Generated<number>;
  headerLogoAlt: Generated<string>;
  headerLogoHeight: Generated<number>;
  headerLogoUrl: Generated<string>;
  headerLogoWidth: Generated<number>;
  id: string;
  maintenanceMessage: Generated<string>;
  maintenanceMode: Generated<boolean>;
  officeHours: Generated<{ timeZone: string; week: Record<"mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun", { from: string; to: string }[]>; exceptions: { from: string; to: string; name: string; open: { from: string; to: string }[] }[]; promisedMinutes: number }>;
  privacyPolicy: Generated<string>;
  privacyReviewed: Generated<boolean>;
  privacyVersion: Generated<string>;
  socialLinks: Generated<Partial<Record<"twitter" | "linkedin" | "facebook" | "instagram" | "github", string>>>;
  termsOfService: Generated<string>;
  termsReviewed: Generated<boolean>;
  termsVersion: Generated<string>;
  updatedAt: Generated<Timestamp>;
};

export type TableVersions = {
  name: string;
  version: Generated<number>;
};

export type TeamMembers = {
  createdAt: Generated<Timestamp>;
  deletedAt: Timestamp | null;
  id: string;
  isPublished: Generated<boolean>;
  isSample: Generated<boolean>;
  name: string;
  photoUrl: string | null;
  role: string;
  sortOrder: Generated<number>;
  updatedAt: Generated<Timestamp>;
};

export type Testimonials = {
  clientCompany: string | null;
  clientName: string;
  clientTitle: string | null;
  createdAt: Generated<Timestamp>;
  deletedAt: Timestamp | null;
  id: string;
  isFeatured: Generated<boolean>;
  isSample: Generated<boolean>;
  photoUrl: string | null;
  quote: string;
  rating: Generated<number | null>;
  updatedAt: Generated<Timestamp>;
};

export type TrackingLinkRequests = {
  askedAt: Timestamp;
  id: Buffer;
};

export type TrackingRequests = {
  confirmedAt: Timestamp | null;
  conversationId: string;
  createdAt: Generated<Timestamp>;
  email: string | null;
  id: string;
  kind: "email" | "erasure" | "person-erasure" | "person-export";
};

export type TrafficProtection = {
  changedAt: Generated<Timestamp>;
  changedBy: string | null;
  id: Generated<boolean>;
  mode: Generated<string>;
};

export type DB = {
  adminDevices: AdminDevices;
  adminInvitations: AdminInvitations;
  adminLoginAttempts: AdminLoginAttempts;
  adminLoginChallenges: AdminLoginChallenges;
  adminPasskeyChallenges: AdminPasskeyChallenges;
  adminPasskeys: AdminPasskeys;
  adminRecoveryCodes: AdminRecoveryCodes;
  adminSessions: AdminSessions;
  adminUsers: AdminUsers;
  backupRuns: BackupRuns;
  blogPosts: BlogPosts;
  clients: Clients;
  connections: Connections;
  contactMessageAudit: ContactMessageAudit;
  contactMessages: ContactMessages;
  conversationEntries: ConversationEntries;
  conversations: Conversations;
  ddosRequestLogs: DdosRequestLogs;
  deferredMails: DeferredMails;
  erasures: Erasures;
  faqs: Faqs;
  installation: Installation;
  ipSecurityRules: IpSecurityRules;
  leadStatusChanges: LeadStatusChanges;
  mailInboxes: MailInboxes;
  orderAttachments: OrderAttachments;
  orders: Orders;
  outboxMails: OutboxMails;
  periodicJobs: PeriodicJobs;
  policyVersions: PolicyVersions;
  projects: Projects;
  publicClaims: PublicClaims;
  replyTemplates: ReplyTemplates;
  savedFilters: SavedFilters;
  secretKeys: SecretKeys;
  securityEvents: SecurityEvents;
  siteContent: SiteContent;
  siteSettings: SiteSettings;
  tableVersions: TableVersions;
  teamMembers: TeamMembers;
  testimonials: Testimonials;
  trackingLinkRequests: TrackingLinkRequests;
  trackingRequests: TrackingRequests;
  trafficProtection: TrafficProtection;
};
