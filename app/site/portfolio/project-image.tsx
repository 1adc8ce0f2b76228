import type { ProjectSummary } from '#shared/projects/schema.ts';
import { PORTFOLIO_MESSAGES } from './messages.ts';

type Props = {
  project: Pick<ProjectSummary, 'featuredImageUrl' | 'featuredImageAlt'>;
  isAboveFold?: boolean;
  className?: string;
};

/** The project's image in a frame of 16 to 10, or a placeholder of the same size. */
export function ProjectImage({ project, isAboveFold = false, className = '' }: Props) {
  if (!project.featuredImageUrl) {
    return (
      <div
        className={`grid aspect-[16/10] place-items-center bg-surface-sunken text-sm text-ink-muted ${className}`}
      >
        {PORTFOLIO_MESSAGES.noImage}
      </div>
    );
  }
  return (
    <img
      src={project.featuredImageUrl}
      alt={project.featuredImageAlt}
      width={1200}
      height={750}
      decoding="async"
      {...(isAboveFold ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      className={`aspect-[16/10] w-full object-cover ${className}`}
    />
  );
}
