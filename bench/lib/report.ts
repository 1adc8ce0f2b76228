import type { MachineFacts } from './machine.ts';
import type { Plan, Result } from './measurement.ts';

export type Verdict = 'met' | 'missed' | null;

export type Row = Plan & {
  name: string;
  measurement: number | null;
  reference: number | null;
  ratio: number | null;
  isMustMet: Verdict;
  isAimMet: Verdict;
  note: string | null;
  /** Why there is no figure. */
  problem: string | null;
};

function evaluate(plan: Plan, limit: number | null, value: number | null): Verdict {
  if (limit === null || value === null) return null;
  return (plan.better === 'higher' ? value >= limit : value <= limit) ? 'met' : 'missed';
}

/** A row of the table from what was measured, or from why it was not. */
export function rowOf(name: string, plan: Plan, result: Result | { problem: string }): Row {
  if ('problem' in result) {
    const { problem } = result;
    const empty = { measurement: null, reference: null, ratio: null, note: null };
    return { name, ...plan, ...empty, isMustMet: null, isAimMet: null, problem };
  }
  const { measurement, reference = null, note = null } = result;
  const ratio = result.ratio ?? (reference === null ? null : measurement / reference);
  const judged = plan.judged === 'ratio' ? ratio : measurement;
  return {
    name,
    ...plan,
    measurement,
    reference,
    ratio,
    isMustMet: evaluate(plan, plan.must, judged),
    isAimMet: evaluate(plan, plan.aim, judged),
    note,
    problem: null,
  };
}

function formatNumber(value: number | null): string {
  if (value === null) return '';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

function formatLimit(row: Row, limit: number | null, verdict: Verdict): string {
  if (limit === null) return '';
  const unit = row.judged === 'ratio' ? 'x' : '';
  return `${formatNumber(limit)}${unit} ${verdict ?? ''}`.trim();
}

/** The table as text, with what there is to say about a row below it. */
export function printTable(rows: readonly Row[]): void {
  const heads = ['row', 'figure', 'reference', 'ratio', 'must', 'aim'];
  const lines = rows.map((row) => [
    row.label,
    row.measurement === null ? '' : `${formatNumber(row.measurement)} ${row.unit}`,
    row.reference === null ? '' : formatNumber(row.reference),
    row.ratio === null ? '' : row.ratio.toFixed(row.ratio < 0.1 ? 3 : 2),
    row.problem === null
      ? formatLimit(row, row.must, row.isMustMet)
      : `not measured: ${row.problem}`,
    formatLimit(row, row.problem === null ? row.aim : null, row.isAimMet),
  ]);
  const widths = heads.map((head, column) =>
    Math.max(
      head.length,
      ...lines
        .filter((_, index) => column !== 4 || rows[index]?.problem === null)
        .map((line) => line[column]?.length ?? 0),
    ),
  );
  for (const [index, line] of [heads, ...lines].entries()) {
    const cells = line.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 || column >= 4 ? cell.padEnd(width) : cell.padStart(width);
    });
    console.log(cells.join('  ').trimEnd());
    const note = rows[index - 1]?.note;
    if (note) console.log(`  ${note}`);
  }
}

export function printMachine(facts: MachineFacts): void {
  const { cores, processor, memoryGb, system, node, postgres, nginx, loadTool, isPinned } = facts;
  console.log(`${cores} cores of ${processor}, ${memoryGb} GB, ${system}`);
  console.log(
    `Node ${node}, PostgreSQL ${postgres}, ${nginx ? `nginx ${nginx}` : 'nginx missing'}, ${loadTool ?? 'wrk and autocannon missing'}`,
  );
  console.log(
    isPinned
      ? 'Server and nginx run on core 0, the load comes from core 1, PostgreSQL runs where there is room.'
      : 'Processes are not held to cores: taskset or a second core is missing. Ratios mean little.',
  );
}
