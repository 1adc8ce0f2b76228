import { SiteLink } from '#app/site/layout/site-link.tsx';
import { HOME_BUTTONS, PROCESS_INTRO, PROCESS_STEPS } from '#app/site/home/messages.ts';
import { planWeeks, totalWeeks } from './process-plan.ts';

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
            <div aria-hidden="true" className="plan-weeks">
              <span>{PROCESS_INTRO.week}</span>
              {Array.from({ length: TOTAL.max }, (_, week) => (
                <span key={week}>{week + 1}</span>
              ))}
            </div>
            <ol>
              {planWeeks(PROCESS_STEPS).map(({ name, weeks, text, start }, index) => (
                <li key={name}>
                  <span aria-hidden>{index + 1}</span>
                  <div>
                    <h3 className="text-xl">{name}</h3>
                    <p>{PROCESS_INTRO.stepDuration(weeks)}</p>
                  </div>
                  <p>{text}</p>
                  <svg aria-hidden="true">
                    <rect x={`${start * WEEK}%`} width={`${weeks.least * WEEK}%`} height="100%" />
                    {weeks.max > weeks.least && (
                      <rect
                        x={`${(start + weeks.least) * WEEK}%`}
                        width={`${(weeks.max - weeks.least) * WEEK}%`}
                        height="100%"
                        className="plan-open"
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
