import type { AdminProject } from '#shared/projects/admin-schema.ts';
import { PROJECT_SCREEN_MESSAGES as MESSAGES } from '#shared/projects/messages.ts';

export function ProjectPreview({ record: project }: { record: AdminProject }) {
  return (
    <article className="card grid grid-cols-[minmax(0,1fr)] gap-6 p-5 text-base sm:p-8">
      <p className="badge justify-self-start">{project.industryCategory}</p>
      <p className="max-w-text whitespace-pre-line text-ink-muted wrap-anywhere">
        {project.fullDescription?.trim() || project.shortDescription}
      </p>
      {project.featuredImageUrl && (
        <img
          src={project.featuredImageUrl}
          alt={project.featuredImageAlt}
          width={1200}
          height={750}
          decoding="async"
          className="aspect-[16/10] w-full max-w-4xl rounded border border-line object-cover"
        />
      )}
      <Chapter heading={MESSAGES.challenge} text={project.challengeText} />
      <Chapter heading={MESSAGES.solution} text={project.solutionText} />
      <Chapter heading={MESSAGES.results} text={project.resultsText} />
      {project.clientQuote?.trim() && (
        <figure className="grid gap-2">
          <blockquote className="text-lg before:content-['“'] after:content-['”'] wrap-anywhere">
            {project.clientQuote}
          </blockquote>
          {project.clientName?.trim() && (
            <figcaption className="text-ink-muted">{project.clientName}</figcaption>
          )}
        </figure>
      )}
      {project.galleryImages.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {project.galleryImages.map((url, index) => (
            <img
              key={url}
              src={url}
              alt={MESSAGES.view(project.title, index + 2)}
              width={1200}
              height={675}
              decoding="async"
              className="aspect-video w-full rounded border border-line object-cover"
            />
          ))}
        </div>
      )}
      {project.techStack.length > 0 && (
        <section aria-labelledby="preview-stack">
          <h2 id="preview-stack" className="text-lg">
            {MESSAGES.stack}
          </h2>
          <ul className="mt-2 flex flex-wrap gap-2">
            {project.techStack.map((technology) => (
              <li key={technology} className="badge wrap-anywhere">
                {technology}
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

function Chapter({ heading, text }: { heading: string; text: string | null }) {
  if (!text?.trim()) return null;
  return (
    <section className="border-t border-line pt-4">
      <h2 className="text-lg">{heading}</h2>
      <p className="mt-2 max-w-text whitespace-pre-line wrap-anywhere">{text.trim()}</p>
    </section>
  );
}
