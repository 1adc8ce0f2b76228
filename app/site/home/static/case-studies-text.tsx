import { CASE_STUDIES, CASE_STUDY_MESSAGES } from '#app/site/home/messages.ts';

const PARTS = ['situation', 'built', 'result'] as const;

/** A ledger: on wide screens a row for each story and a column for each part. */
export function CaseStories() {
  return (
    <>
      {CASE_STUDIES.map((study) => (
        <article key={study.industry} className="story">
          <header>
            <p className="eyebrow">{study.industry}</p>
            <h3 className="text-xl">{study.title}</h3>
          </header>
          <dl>
            {PARTS.map((part) => (
              <div key={part}>
                <dt>{CASE_STUDY_MESSAGES[part]}</dt>
                <dd>{study[part]}</dd>
              </div>
            ))}
          </dl>
        </article>
      ))}
    </>
  );
}
