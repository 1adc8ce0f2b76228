export const AREAS = [
  'Configuration',
  'Content',
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
