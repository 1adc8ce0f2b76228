import { SiteLink } from '#app/site/layout/site-link.tsx';
import { HOME_BUTTONS, PROCESS_INTRO, PROCESS_STEPS, type Weeks } from '#app/site/home/messages.ts';

const TOTAL = totalWeeks(PROCESS_STEPS);
const WEEK = 100 / TOTAL.max;

export function Process() {
  return (
    <section id="process" aria-labelledby="process-heading" className="section-space">
      <div className="content-width grid gap-8 lg:gap-10">
        <div className="grid gap-6 lg:gap-10">
          <div className="grid max-w-4xl gap-2">
            <h2 id="process-heading" className="text-3xl">
              {PROCESS_INTRO.heading}
            </h2>
            <p className="text-ink-muted sm:text-lg">
              {PROCESS_INTRO.text} {PROCESS_INTRO.duration(TOTAL)}
            </p>
          </div>
          <div className="plan">
            <div
              aria-hidden="true"
              className="hidden grid-cols-[1fr_repeat(8,calc((100%-40rem)/8))] pb-2 text-center text-sm/[inherit] text-ink-muted tabular-nums lg:grid"
            >
              <span className="pe-4 text-end">{PROCESS_INTRO.week}</span>
              {Array.from({ length: TOTAL.max }, (_, week) => (
                <span key={week}>{week + 1}</span>
              ))}
            </div>
            <ol className="border-b border-line">
              {planWeeks(PROCESS_STEPS).map(({ name, weeks, text, start }, index) => (
                <li
                  key={name}
                  className="relative grid grid-cols-[2.25rem_1fr] border-t border-line py-3.5 lg:grid-cols-[3rem_11rem_1fr_calc(100%-40rem)] lg:items-center lg:py-0"
                >
                  <span
                    aria-hidden
                    className="row-[1/3] font-display text-xl/[1.35] font-semibold text-accent-2 lg:row-auto lg:py-5"
                  >
                    {index + 1}
                  </span>
                  <div className="flex flex-wrap items-baseline justify-between gap-x-4 lg:block lg:py-5">
                    <h3 className="text-xl">{name}</h3>
                    <p className="text-sm/[inherit] whitespace-nowrap text-ink-muted">
                      {PROCESS_INTRO.stepDuration(weeks)}
                    </p>
                  </div>
                  <p className="text-ink-muted max-md:text-sm/[inherit] lg:py-5 lg:pe-8">{text}</p>
                  <svg
                    aria-hidden="true"
                    className="absolute inset-x-0 -top-0.5 h-[3px] w-full fill-accent lg:static lg:h-3 lg:self-center"
                  >
                    <rect x={`${start * WEEK}%`} width={`${weeks.least * WEEK}%`} height="100%" />
                    {weeks.max > weeks.least && (
                      <rect
                        x={`${(start + weeks.least) * WEEK}%`}
                        width={`${(weeks.max - weeks.least) * WEEK}%`}
                        height="100%"
                        className="fill-accent/45"
                      />
                    )}
                  </svg>
                </li>
              ))}
            </ol>
          </div>
        </div>
        <div className="flex flex-wrap gap-3">
          <SiteLink to="/order" className="button button-primary">
            {HOME_BUTTONS.start}
          </SiteLink>
          <SiteLink to="/contact" className="button button-secondary">
            {HOME_BUTTONS.consult}
          </SiteLink>
        </div>
      </div>
    </section>
  );
}

type Step = { weeks: Weeks };

/** With the week in which a step begins at the latest. */
export function planWeeks<Planned extends Step>(steps: readonly Planned[]) {
  return steps.map((step, index) => ({ ...step, start: totalWeeks(steps.slice(0, index)).max }));
}

export function totalWeeks(steps: readonly Step[]): Weeks {
  const sum = (bound: keyof Weeks) => steps.reduce((all, { weeks }) => all + weeks[bound], 0);
  return { least: sum('least'), max: sum('max') };
}
