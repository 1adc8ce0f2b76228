import { CASE_STUDIES, CASE_STUDY_MESSAGES } from '#app/site/home/messages.ts';

export function CaseStories() {
  return (
    <>
      {CASE_STUDIES.map((study) => (
        <article
          key={study.industry}
          className="grid gap-5 border-t border-line py-8 first:border-t-0 first:pt-0 last:pb-0 lg:py-12"
        >
          <header className="grid gap-2">
            <p className="eyebrow">{study.industry}</p>
            <h3 className="text-2xl">{study.title}</h3>
          </header>
          <dl className="grid gap-5 md:grid-cols-2 md:gap-x-10">
            {(['situation', 'built'] as const).map((part) => (
              <div key={part}>
                <dt className="text-sm font-semibold">{CASE_STUDY_MESSAGES[part]}</dt>
                <dd className="text-ink-muted">{study[part]}</dd>
              </div>
            ))}
            <div className="border-s-2 border-accent ps-4 md:col-span-2">
              <dt className="text-sm font-semibold text-accent">{CASE_STUDY_MESSAGES.result}</dt>
              <dd className="text-lg">{study.result}</dd>
            </div>
          </dl>
        </article>
      ))}
    </>
  );
}
