import {
  CASE_RESULTS,
  type StatedStatistic,
  type StatisticKey,
  STATISTICS,
} from '#shared/claims/values.ts';
import type { ProjectCategory } from '#shared/projects/values.ts';

// Apart from the browser's messages, so that it costs no script.

export type Statistic = StatedStatistic & { key: StatisticKey | 'founded' };

/** The year is a fact of the company, not a claim. */
export function listHeadlineStats(founded: number | null): readonly Statistic[] {
  const year: Statistic[] =
    founded === null ? [] : [{ key: 'founded', value: founded, suffix: '', label: 'Founded' }];
  return [...HEADLINE_STATS, ...year];
}

const HEADLINE_STATS: readonly Statistic[] = [
  { key: 'projects-delivered', ...STATISTICS['projects-delivered'] },
  { key: 'client-satisfaction', ...STATISTICS['client-satisfaction'] },
];

export const CASE_STUDIES: readonly (Record<
  'industry' | 'title' | 'situation' | 'built' | 'result',
  string
> & { category: ProjectCategory })[] = [
  {
    industry: 'Logistics',
    category: 'Logistics',
    title: 'Two hours of calls became one screen',
    situation: 'Two hours of calls each morning, only to learn where the loads were.',
    built: 'A desk that turns reports and scans into a timeline, late loads on top.',
    result: CASE_RESULTS['case-logistics'],
  },
  {
    industry: 'Real Estate',
    category: 'Real Estate',
    title: 'Sold today, off every portal today',
    situation: 'Each flat typed into four portals, and sold ones visible for days.',
    built: 'One record that feeds all portals and is kept current by phone.',
    result: CASE_RESULTS['case-real-estate'],
  },
  {
    industry: 'Manufacturing',
    category: 'Other',
    title: 'Four figures on the wall of the shift office',
    situation: 'Scrap was counted in the evening, when its cause was gone.',
    built: 'A board that reads lines and kilns; a stop gets its reason in three taps.',
    result: CASE_RESULTS['case-manufacturing'],
  },
];

export const HEADLINE_STATISTICS: readonly Statistic[] = [
  { key: 'efficiency', ...STATISTICS.efficiency },
  { key: 'time-reduction', ...STATISTICS['time-reduction'] },
  { key: 'client-satisfaction', ...STATISTICS['client-satisfaction'] },
  { key: 'projects-delivered', ...STATISTICS['projects-delivered'] },
  { key: 'on-time', ...STATISTICS['on-time'] },
  { key: 'response-time', ...STATISTICS['response-time'] },
];
