import { SectionHeading } from './section-heading.tsx';
import { WORK_MESSAGES } from '#app/site/home/messages.ts';
import type { HomeContent } from '#shared/site-content/home.ts';
import type { FeaturedProject } from '#shared/projects/schema.ts';

/** Without a category, a project of any. */
export function findWorkProject(
  { workCategory }: HomeContent,
  projects: readonly FeaturedProject[],
): FeaturedProject | undefined {
  return projects.find(
    ({ industryCategory }) => !workCategory || industryCategory === workCategory,
  );
}

type Props = { heading: string; project: FeaturedProject | undefined };

export function WorkText({ heading, project }: Props) {
  if (!heading && !project) return null;
  return (
    <div className="grid justify-items-start gap-x-20 gap-y-3 lg:grid-cols-[7fr_5fr]">
      <SectionHeading
        id="demo"
        heading={heading}
        className={`lg:col-1 ${project ? 'eyebrow' : 'text-3xl'}`}
      />
      {project && (
        <>
          <h3 className="text-3xl lg:col-1">{project.title}</h3>
          <p className="max-w-[54ch] text-ink-muted lg:col-1 lg:text-lg/[inherit]">
            {project.shortDescription}
          </p>
          {project.result && (
            <dl className="border-s-2 border-accent-2 ps-4 lg:col-2 lg:row-[1/5] lg:self-end lg:ps-8">
              <dt className="text-sm/[inherit] text-ink-muted">{project.result.metric}</dt>
              <dd className="font-display text-3xl/[1.1] font-[650] text-accent-2 lg:text-4xl/[1.1]">
                {project.result.after}
              </dd>
              {project.result.before && (
                <dd className="text-sm/[inherit] text-ink-muted">
                  {WORK_MESSAGES.before(project.result.before)}
                </dd>
              )}
            </dl>
          )}
          <a href={`/portfolio/${project.id}`} className="button button-secondary lg:col-1">
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
