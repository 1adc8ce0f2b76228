import { PROCESS_INTRO, PROCESS_STEPS } from '#app/site/home/messages.ts';
import { planWeeks, totalWeeks } from './process-plan.ts';

const TOTAL = totalWeeks(PROCESS_STEPS);
const WEEK = 100 / TOTAL.max;

/** The five steps as rows of a plan: the bar shows the weeks, its open end the weeks that may be added. */
export function ProcessText() {
  return (
    <>
      <div className="grid max-w-3xl gap-3">
        <h2 id="process-heading" className="text-3xl">
          {PROCESS_INTRO.heading}
        </h2>
        <p className="text-lg text-ink-muted">
          {PROCESS_INTRO.text} {PROCESS_INTRO.duration(TOTAL)}
        </p>
      </div>
      <div>
        <div
          aria-hidden="true"
          className="hidden grid-cols-[3rem_11rem_minmax(0,24rem)_1fr] gap-x-4 pb-2 text-sm text-ink-muted lg:grid"
        >
          <span className="col-start-3 justify-self-end">{PROCESS_INTRO.week}</span>
          <span className="ms-8 grid auto-cols-fr grid-flow-col text-center tabular-nums">
            {Array.from({ length: TOTAL.max }, (_, week) => (
              <span key={week}>{week + 1}</span>
            ))}
          </span>
        </div>
        <ol className="border-b border-line">
          {planWeeks(PROCESS_STEPS).map(({ name, weeks, text, start }, index) => (
            <li
              key={name}
              className="grid grid-cols-[2.5rem_1fr] gap-x-4 border-t border-line lg:grid-cols-[3rem_11rem_minmax(0,24rem)_1fr]"
            >
              <span
                aria-hidden
                className="row-span-3 pt-5 font-display text-2xl font-semibold text-accent-2 lg:row-span-1 lg:pt-6"
              >
                {index + 1}
              </span>
              <div className="flex items-baseline justify-between gap-4 pt-5 lg:block lg:py-6">
                <h3 className="text-xl">{name}</h3>
                <p className="text-sm whitespace-nowrap text-ink-muted">
                  {PROCESS_INTRO.stepDuration(weeks)}
                </p>
              </div>
              <p className="pt-2 pb-4 text-ink-muted lg:py-6">{text}</p>
              <div className="relative col-start-2 max-lg:h-8 lg:col-start-4 lg:ms-8">
                <svg aria-hidden="true" className="absolute size-full">
                  {Array.from({ length: TOTAL.max + 1 }, (_, week) => (
                    <line
                      key={week}
                      x1={`${week * WEEK}%`}
                      x2={`${week * WEEK}%`}
                      y1="0"
                      y2="100%"
                      className="stroke-line"
                    />
                  ))}
                  <svg y="50%" overflow="visible">
                    <g transform="translate(0 -6)">
                      <rect
                        x={`${start * WEEK}%`}
                        width={`${weeks.least * WEEK}%`}
                        height="12"
                        className="fill-accent"
                      />
                      {weeks.max > weeks.least && (
                        <rect
                          x={`${(start + weeks.least) * WEEK}%`}
                          y="0.5"
                          width={`${(weeks.max - weeks.least) * WEEK}%`}
                          height="11"
                          strokeDasharray="3 3"
                          className="fill-accent/15 stroke-accent"
                        />
                      )}
                    </g>
                  </svg>
                </svg>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}
