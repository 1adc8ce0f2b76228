import { ArrowRight } from 'lucide-react';
import { href, Link } from 'react-router';
import type { ProjectSummary } from '#shared/projects.ts';
import { ProjectImage } from './project-image.tsx';

const SHOWN_TECHNOLOGIES = 3;

type Props = { project: ProjectSummary; isAboveFold: boolean };

/** A project as a drawing sheet: the drawing, and a title block below it. */
export function ProjectCard({ project, isAboveFold }: Props) {
  const more = project.techStack.length - SHOWN_TECHNOLOGIES;
  return (
    <article className="card group relative grid h-full grid-rows-[auto_1fr_auto] overflow-hidden hover:border-accent">
      <ProjectImage
        project={project}
        isAboveFold={isAboveFold}
        className="border-b border-line group-hover:border-accent"
      />
      <div className="grid content-start justify-items-start gap-3 p-5 sm:p-7">
        <p className="badge">{project.industryCategory}</p>
        <h2 className="text-xl sm:text-2xl">{project.title}</h2>
        <p className="text-ink-muted">{project.shortDescription}</p>
      </div>
      <div className="grid border-t border-line sm:grid-cols-[1fr_auto]">
        {project.techStack.length > 0 && (
          <ul
            aria-label="Technologies"
            className="flex flex-wrap items-center gap-2 px-5 py-3 sm:px-7"
          >
            {project.techStack.slice(0, SHOWN_TECHNOLOGIES).map((technology) => (
              <li key={technology} className="badge">
                {technology}
              </li>
            ))}
            {more > 0 && <li className="badge">{`+${more} more`}</li>}
          </ul>
        )}
        <Link
          to={href('/portfolio/:id', { id: project.id })}
          prefetch="intent"
          className="inline-flex min-h-14 items-center gap-2 border-line px-5 font-semibold whitespace-nowrap text-accent after:absolute after:inset-0 after:rounded max-sm:border-t sm:col-start-2 sm:border-s sm:px-7"
        >
          View Details
          <span className="sr-only">: {project.title}</span>
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      </div>
    </article>
  );
}
