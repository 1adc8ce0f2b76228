import { statfs } from 'node:fs/promises';
import { userInfo } from 'node:os';

export async function adviseFileFailure(
  text: string,
  folder: string,
  readSpace: (path: string) => Promise<{ bavail: number; files: number; ffree: number }> = statfs,
): Promise<string | null> {
  if (/connect E(?:ACCES|PERM)/.test(text)) {
    return `The user ${userInfo().username} may not open the socket of the database. Run this as the user of the application, or name a host in DATABASE_URL, such as postgres://user:password@127.0.0.1:5432/name.`;
  }
  if (/EACCES|EPERM|permission denied/i.test(text)) {
    const { username } = userInfo();
    return `Run this as the user of the application. If you do, its files belong to another user (root?). As root, type: chown -R ${username}: ${folder}`;
  }
  if (/EROFS/.test(text))
    return `${folder} is mounted read-only: mount it again with write access.`;
  if (!/ENOSPC|EDQUOT|no space left/i.test(text)) return null;
  const space = await readSpace(folder).catch(() => null);
  if (space && space.files > 0 && space.ffree === 0 && space.bavail > 0) {
    return `The disk has room but no inode: there are too many small files. Type df -i ${folder}, and remove some.`;
  }
  return `The disk is full, or a quota is used up. Type df -h ${folder}, and make room.`;
}

export function adviseMailFailure(text: string, setting: string): string {
  if (!/self.signed|unable to (?:verify|get)|certificate/i.test(text)) {
    return `Check ${setting}; nothing is lost, emails wait.`;
  }
  return 'If the certificate is your own, save the one of its issuer as a PEM file and start the application with NODE_EXTRA_CA_CERTS=/path/to/issuer.pem in its environment (systemd: Environment=, not in .env). If it is for another name, use that name in the URL.';
}

export const AREAS = [
  'Configuration',
  'Application',
  'Database',
  'Clock',
  'Files',
  'Disk',
  'Mail',
  'Jobs',
  'Backup',
  'Proxy',
  'TLS',
  'Secrets',
  'Go live',
] as const;

export type Finding = { area: (typeof AREAS)[number]; text: string } & (
  | { level: 'ok' }
  | { level: 'warning' | 'problem'; advice: string }
);

type Area = Finding['area'];

export function ok(area: Area, text: string): Finding {
  return { area, level: 'ok', text };
}

export function warning(area: Area, text: string, advice: string): Finding {
  return { area, level: 'warning', text, advice };
}

export function problem(area: Area, text: string, advice: string): Finding {
  return { area, level: 'problem', text, advice };
}

const MARKS = { ok: 'ok', warning: 'WARNING', problem: 'PROBLEM' };
const LABEL_WIDTH = Math.max(...AREAS.map((area) => area.length)) + 2;
const MARK_WIDTH = MARKS.warning.length + 2;

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

export function describeFindings(findings: readonly Finding[]): string {
  const indent = ' '.repeat(MARK_WIDTH + LABEL_WIDTH);
  const lines = AREAS.flatMap((area) =>
    findings
      .filter((finding) => finding.area === area)
      .flatMap((finding) => [
        `${MARKS[finding.level].padEnd(MARK_WIDTH)}${area.padEnd(LABEL_WIDTH)}${finding.text}`,
        ...(finding.level === 'ok' ? [] : [`${indent}→ ${finding.advice}`]),
      ]),
  );
  const count = (level: Finding['level']) =>
    findings.filter((finding) => finding.level === level).length;
  const summary = `${plural(count('problem'), 'problem')}, ${plural(count('warning'), 'warning')}.`;
  return [...lines, '', summary].join('\n');
}
