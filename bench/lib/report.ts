import type { MachineFacts } from './machine.ts';
import type { Plan, Result } from './measurement.ts';

type Verdict = 'met' | 'missed' | null;

export type Row = Plan & {
  name: string;
  measurement?: number;
  reference?: number | null;
  ratio?: number | null;
  isMustMet: Verdict;
  isAimMet: Verdict;
  note?: string;
  problem?: string;
};

function evaluate(unit: Plan['unit'], limit: number | undefined, value: number | null): Verdict {
  if (limit === undefined || value === null) return null;
  const isMoreBetter = unit === '' || unit.endsWith('/s');
  return (isMoreBetter ? value >= limit : value <= limit) ? 'met' : 'missed';
}

export function toRow(name: string, plan: Plan, result: Result | { problem: string }): Row {
  if ('problem' in result) return { name, ...plan, ...result, isMustMet: null, isAimMet: null };
  const { measurement, reference = null } = result;
  const ratio = result.ratio ?? (reference === null ? null : measurement / reference);
  const compared = plan.isRatio ? ratio : measurement;
  return {
    name,
    ...plan,
    ...result,
    reference,
    ratio,
    isMustMet: evaluate(plan.unit, plan.must, compared),
    isAimMet: evaluate(plan.unit, plan.aim, compared),
  };
}

function formatNumber(value: number | null | undefined): string {
  if (value === null || value === undefined) return '';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

function formatLimit({ isRatio }: Row, limit: number | undefined, verdict: Verdict): string {
  if (limit === undefined) return '';
  return `${formatNumber(limit)}${isRatio ? 'x' : ''} ${verdict ?? ''}`.trim();
}

function toCells(row: Row): string[] {
  if (row.problem !== undefined) return [row.label, '', '', '', `not measured: ${row.problem}`];
  const { label, measurement, unit, reference, ratio, must, isMustMet, aim, isAimMet } = row;
  return [
    label,
    `${formatNumber(measurement)} ${unit}`,
    formatNumber(reference),
    ratio?.toFixed(ratio < 0.1 ? 3 : 2) ?? '',
    formatLimit(row, must, isMustMet),
    formatLimit(row, aim, isAimMet),
  ];
}

/** Prints the table, with each row's note below it. */
export function printTable(rows: readonly Row[]): void {
  const lines = [['row', 'figure', 'reference', 'ratio', 'must', 'aim'], ...rows.map(toCells)];
  // A problem is as long as it is, and the last cell of its line.
  const isMeasured = (cells: string[]) => cells.length > 5;
  const widthAt = (column: number) =>
    Math.max(
      ...lines
        .filter((cells) => column < 4 || isMeasured(cells))
        .map((cells) => cells[column]?.length ?? 0),
    );
  for (const [index, line] of lines.entries()) {
    const cells = line.map((cell, column) =>
      column === 0 || column >= 4 ? cell.padEnd(widthAt(column)) : cell.padStart(widthAt(column)),
    );
    console.log(cells.join('  ').trimEnd());
    const note = rows[index - 1]?.note;
    if (note) console.log(`  ${note}`);
  }
}

export function printMachine(facts: MachineFacts): void {
  const { cores, processor, memoryGb, system, node, postgres, nginx, wrk, isPinned } = facts;
  console.log(`${cores} cores of ${processor}, ${memoryGb} GB, ${system}`);
  console.log(
    `Node ${node}, PostgreSQL ${postgres}, nginx ${nginx ?? 'missing'}, wrk ${wrk ?? 'missing'}`,
  );
  console.log(
    isPinned
      ? 'Server and nginx run on core 0, the load comes from core 1, PostgreSQL runs on any core.'
      : 'Processes are not pinned to cores: taskset or a second core is missing. Ratios mean little.',
  );
}
