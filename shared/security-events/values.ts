import { ADMIN_CHANGES } from '#shared/admin-changes/values.ts';

export const HIGH_THREAT_SCORE = 70;

export const MEDIUM_THREAT_SCORE = 40;

export const LOGIN_ATTEMPTS_LOADED = 10;

export const LOGIN_ATTEMPTS_SHOWN = 5;

export const SECURITY_EVENTS_LOADED = 50;

export const TOP_THREATS_SHOWN = 5;

export const MONITORING_REFRESH_MS = 30_000;

export const BLOCK_EVENT_TYPE = 'ddos_block';

export const MODE_EVENT_TYPE = 'protection_mode_changed';

export const NEW_SIGN_IN_EVENT_TYPE = 'new_sign_in';

export const BACKUP_FAILED_EVENT_TYPE = 'backup_failed';

export const FILES_LOST_EVENT_TYPE = 'files_lost';

export const AUDIT_BROKEN_EVENT_TYPE = 'audit_broken';

export const UNUSUAL_READING_EVENT_TYPE = 'unusual_reading';

export const CODES_PAUSED_EVENT_TYPE = 'second_factor_paused';

/** Events that are about administrators or the site itself, and not about what an address has done. */
export const ADMIN_EVENT_TYPES: readonly string[] = [
  ...Object.keys(ADMIN_CHANGES),
  NEW_SIGN_IN_EVENT_TYPE,
  BACKUP_FAILED_EVENT_TYPE,
  FILES_LOST_EVENT_TYPE,
  AUDIT_BROKEN_EVENT_TYPE,
  UNUSUAL_READING_EVENT_TYPE,
  CODES_PAUSED_EVENT_TYPE,
];

/** 'New sign in' */
export function formatEventType(type: string): string {
  if (type === BLOCK_EVENT_TYPE) return 'Automatic block';
  return (type.charAt(0).toUpperCase() + type.slice(1)).replaceAll('_', ' ').replace('Ip ', 'IP ');
}

/** Stands in one for the command line. */
export const COMMAND_LINE_ADDRESS = '0.0.0.0';

export function needsAttention(event: { threatScore: number; acknowledgedAt: string | null }) {
  return event.threatScore >= HIGH_THREAT_SCORE && event.acknowledgedAt === null;
}

export type ThreatLevel = 'high' | 'medium' | 'low';

export function threatLevelOf(score: number): ThreatLevel {
  if (score >= HIGH_THREAT_SCORE) return 'high';
  return score >= MEDIUM_THREAT_SCORE ? 'medium' : 'low';
}
