export { getDashboardCounts } from './counts.ts';
export { getReport } from './report.ts';
