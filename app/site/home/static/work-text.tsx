import { WORK_CATEGORY, WORK_MESSAGES } from '#app/site/home/messages.ts';
import type { FeaturedProject } from '#shared/projects/schema.ts';

export function WorkText({ projects }: { projects: readonly FeaturedProject[] }) {
  const project = projects.find(({ industryCategory }) => industryCategory === WORK_CATEGORY);
  return (
    <div className="work-text">
      <h2 id="demo-heading" className={project ? 'eyebrow' : 'text-3xl'}>
        {WORK_MESSAGES.heading}
      </h2>
      {project && (
        <>
          <h3 className="text-3xl">{project.title}</h3>
          <p>{project.shortDescription}</p>
          {project.result && (
            <dl>
              <dt>{project.result.metric}</dt>
              <dd>{project.result.after}</dd>
              {project.result.before && <dd>{WORK_MESSAGES.before(project.result.before)}</dd>}
            </dl>
          )}
          <a href={`/portfolio/${project.id}`} className="button button-secondary">
            <span>
              {WORK_MESSAGES.see}
              <span className="sr-only">{WORK_MESSAGES.seeNamed(project.title)}</span>
            </span>
          </a>
        </>
      )}
    </div>
  );
}
