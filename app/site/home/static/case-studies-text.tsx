import { CASE_STUDIES, CASE_STUDY_MESSAGES, WORK_MESSAGES } from '#app/site/home/messages.ts';
import type { FeaturedProject } from '#shared/projects/schema.ts';

const PARTS = ['situation', 'built', 'result'] as const;

/** A ledger: on wide screens a row for each story and a column for each part. A story leads to the project of its category. */
export function CaseStories({ projects }: { projects: readonly FeaturedProject[] }) {
  return (
    <>
      {CASE_STUDIES.map((study) => ({
        study,
        project: projects.find(({ industryCategory }) => industryCategory === study.category),
      })).map(({ study, project }) => (
        <article key={study.industry} className="story">
          <header>
            <p className="eyebrow">{study.industry}</p>
            <h3 className="text-xl">{study.title}</h3>
            {project && (
              <a href={`/portfolio/${project.id}`} className="link">
                {WORK_MESSAGES.see}
                <span className="sr-only">{WORK_MESSAGES.seeNamed(project.title)}</span>
              </a>
            )}
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
