import { SiteLink } from '#app/site/layout/site-link.tsx';
import { PROCESS_MESSAGES, type Weeks } from '#app/site/home/messages.ts';
import type { HomeContent } from '#shared/site-content/home.ts';
import type { ProcessContent } from '#shared/site-content/process.ts';
import { getHeadingId, SectionHeading } from './section-heading.tsx';

/** In a longer process, columns are several weeks wide. */
const MAX_COLUMNS = 16;

type Props = { content: ProcessContent; home: HomeContent };

export function Process({ content: { heading, lead, steps }, home }: Props) {
  if (steps.length === 0) return null;
  const plan = planWeeks(steps);
  const total = totalWeeks(plan);
  const hasPlan = total.max > 0;
  const width = Math.ceil(total.max / MAX_COLUMNS);
  const columns = Array.from({ length: hasPlan ? Math.ceil(total.max / width) : 0 }).map(
    (_, column) => column * width + 1,
  );
  const percent = (weeks: number) => `${(weeks * 100) / (columns.length * width)}%`;
  const text = [lead, hasPlan && PROCESS_MESSAGES.duration(total)].filter(Boolean).join(' ');
  return (
    <section
      id="process"
      aria-labelledby={getHeadingId('process', heading)}
      className="section-space"
    >
      <div className="content-width grid gap-8 lg:gap-10">
        <div className="grid gap-6 lg:gap-10">
          <div className="grid max-w-4xl gap-2">
            <SectionHeading id="process" heading={heading} />
            {text && <p className="text-ink-muted sm:text-lg">{text}</p>}
          </div>
          <div>
            {hasPlan && (
              <div
                aria-hidden="true"
                className="hidden grid-cols-[1fr_calc(100%-40rem)] pb-2 text-center text-sm/[inherit] text-ink-muted tabular-nums lg:grid"
              >
                <span className="pe-4 text-end">{PROCESS_MESSAGES.week}</span>
                <span className="weeks">
                  {columns.map((week) => (
                    <span key={week}>{week}</span>
                  ))}
                </span>
              </div>
            )}
            <div className="relative">
              <div
                aria-hidden="true"
                className="weeks absolute inset-y-0 end-0 w-[calc(100%-40rem)] max-lg:hidden"
              >
                {columns.map((week) => (
                  <span key={week} />
                ))}
              </div>
              <ol className="border-b border-line">
                {plan.map(({ name, weeks, text, start }, index) => (
                  <li
                    key={index}
                    className="relative grid grid-cols-[2.25rem_1fr] border-t border-line py-3.5 lg:grid-cols-[3rem_11rem_1fr_calc(100%-40rem)] lg:items-center lg:py-0"
                  >
                    <span
                      aria-hidden
                      className="row-[1/3] font-display text-xl/[1.35] font-semibold text-accent-2 lg:row-auto lg:py-5"
                    >
                      {index + 1}
                    </span>
                    <div className="flex flex-wrap items-baseline justify-between gap-x-4 lg:block lg:py-5 lg:pe-3">
                      <h3 className="text-xl">{name}</h3>
                      {weeks.max > 0 && (
                        <p className="text-sm/[inherit] whitespace-nowrap text-ink-muted">
                          {PROCESS_MESSAGES.stepDuration(weeks)}
                        </p>
                      )}
                    </div>
                    <p className="text-ink-muted max-md:text-sm/[inherit] lg:py-5 lg:pe-8">
                      {text}
                    </p>
                    {hasPlan && (
                      <svg
                        aria-hidden="true"
                        className="absolute inset-x-0 -top-0.5 h-[3px] w-full fill-accent lg:static lg:h-3 lg:self-center"
                      >
                        <rect x={percent(start)} width={percent(weeks.least)} height="100%" />
                        {weeks.max > weeks.least && (
                          <rect
                            x={percent(start + weeks.least)}
                            width={percent(weeks.max - weeks.least)}
                            height="100%"
                            className="fill-accent/45"
                          />
                        )}
                      </svg>
                    )}
                  </li>
                ))}
              </ol>
            </div>
          </div>
        </div>
        <div className="flex flex-wrap gap-3">
          {home.startButton && (
            <SiteLink to="/order" className="button button-primary">
              {home.startButton}
            </SiteLink>
          )}
          {home.consultButton && (
            <SiteLink to="/contact" className="button button-secondary">
              {home.consultButton}
            </SiteLink>
          )}
        </div>
      </div>
    </section>
  );
}

type Step = ProcessContent['steps'][number];

export function planWeeks(steps: readonly Step[]) {
  let start = 0;
  return steps.map(({ least, most, ...step }) => {
    const bounds = [least, most].filter((bound) => bound !== null);
    const weeks = bounds.length > 0 ? toWeeks(bounds) : { least: 0, max: 0 };
    const planned = { ...step, weeks, start };
    start += weeks.max;
    return planned;
  });
}

function toWeeks(bounds: readonly number[]): Weeks {
  return { least: Math.min(...bounds), max: Math.max(...bounds) };
}

export function totalWeeks(plan: readonly { weeks: Weeks }[]): Weeks {
  const sum = (bound: keyof Weeks) => plan.reduce((all, { weeks }) => all + weeks[bound], 0);
  return { least: sum('least'), max: sum('max') };
}
