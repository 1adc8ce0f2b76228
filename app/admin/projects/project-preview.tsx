import { ProjectStory } from '#app/components/project/project-story.tsx';
import { StoredImage } from '#app/components/image/stored-image.tsx';
import type { AdminProject } from '#shared/projects/admin-schema.ts';

export function ProjectPreview({ record: project }: { record: AdminProject }) {
  return (
    <div className="card overflow-hidden pb-10 text-base">
      <ProjectStory
        project={project}
        image={
          project.featuredImageUrl && (
            <StoredImage
              url={project.featuredImageUrl}
              alt={project.featuredImageAlt}
              width={1200}
              height={750}
              sizes="96vw"
              isAboveFold
              className="mt-8 aspect-[16/10] w-full rounded border border-line object-cover"
            />
          )
        }
      />
    </div>
  );
}
