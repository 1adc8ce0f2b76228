import { BackLink } from '#app/site/layout/back-link.tsx';
import { FeaturedImage } from '#app/site/layout/featured-image.tsx';
import { PageData } from '#app/site/layout/page-data.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import type { Project } from '#shared/projects/schema.ts';
import { MISSING_PROJECT, PORTFOLIO_MESSAGES, PROJECT_MESSAGES } from './messages.ts';
import { projectData } from './portfolio-data.ts';

type Props = { project: Project };

export function ProjectPage({ project }: Props) {
  return (
    <>
      <PageData
        steps={[
          { name: PORTFOLIO_MESSAGES.heading, path: '/portfolio' },
          { name: project.title, path: `/portfolio/${project.id}` },
        ]}
        subject={(publicUrl) => projectData(project, publicUrl)}
      />
      <article className="pb-24 lg:pb-32">
        <header className="content-width pt-6 lg:pt-10">
          <BackLink {...MISSING_PROJECT.back} />
          <div className="mt-6 grid gap-x-12 gap-y-5 lg:mt-10 lg:grid-cols-[7fr_5fr] lg:items-end">
            <div className="grid justify-items-start gap-4">
              <p className="badge">{project.industryCategory}</p>
              <h1 className="text-4xl outline-none">{project.title}</h1>
            </div>
            <p className="max-w-text whitespace-pre-line text-ink-muted">
              {project.fullDescription?.trim() || project.shortDescription}
            </p>
          </div>
          <FeaturedImage
            of={project}
            height={750}
            isAboveFold
            className="mt-8 rounded border border-line lg:mt-12"
          />
        </header>
        <div className="content-width mt-14 grid gap-x-16 gap-y-14 lg:mt-20 lg:grid-cols-[1fr_20rem]">
          <div className="grid content-start gap-12 lg:gap-16">
            <Chapter heading={PROJECT_MESSAGES.challenge} text={project.challengeText} />
            <Chapter heading={PROJECT_MESSAGES.solution} text={project.solutionText} />
            <Chapter heading={PROJECT_MESSAGES.results} text={project.resultsText} isHighlighted />
            <ClientQuote quote={project.clientQuote} name={project.clientName} />
            <Gallery images={project.galleryImages} title={project.title} />
          </div>
          <aside className="grid content-start gap-6 lg:sticky lg:top-24 lg:self-start">
            {project.techStack.length > 0 && <TechnologyStack technologies={project.techStack} />}
            <section
              aria-labelledby="similar-heading"
              className="card grid gap-3 border-s-3 border-s-accent-2 p-6"
            >
              <h2 id="similar-heading" className="text-xl">
                {PROJECT_MESSAGES.similar.heading}
              </h2>
              <p className="text-ink-muted">{PROJECT_MESSAGES.similar.text}</p>
              <SiteLink to="/order" prefetch="intent" className="button button-primary mt-2">
                {PROJECT_MESSAGES.similar.button}
              </SiteLink>
            </section>
          </aside>
        </div>
      </article>
    </>
  );
}

type ChapterProps = { heading: string; text: string | null; isHighlighted?: boolean };

function Chapter({ heading, text, isHighlighted = false }: ChapterProps) {
  if (!text?.trim()) return null;
  return (
    <section
      className={
        isHighlighted
          ? 'card border-s-3 border-s-accent bg-surface-raised p-6 sm:p-8'
          : 'border-t border-line pt-6'
      }
    >
      <h2 className="text-2xl">{heading}</h2>
      <p className={`mt-3 max-w-text whitespace-pre-line ${isHighlighted ? 'text-lg' : ''}`}>
        {text.trim()}
      </p>
    </section>
  );
}

function ClientQuote({ quote, name }: { quote: string | null; name: string | null }) {
  if (!quote?.trim()) return null;
  return (
    <figure className="grid gap-4">
      <blockquote className="font-display text-2xl text-balance before:content-['“'] after:content-['”']">
        {quote.trim()}
      </blockquote>
      {name?.trim() && <figcaption className="text-ink-muted">{name}</figcaption>}
    </figure>
  );
}

function Gallery({ images, title }: { images: readonly string[]; title: string }) {
  if (images.length === 0) return null;
  return (
    <section aria-label={PROJECT_MESSAGES.gallery} className="grid gap-4 sm:grid-cols-2">
      {images.map((url, index) => (
        <img
          key={url}
          src={url}
          alt={PROJECT_MESSAGES.view(title, index + 2)}
          width={1200}
          height={675}
          loading="lazy"
          decoding="async"
          className="aspect-video w-full rounded border border-line object-cover"
        />
      ))}
    </section>
  );
}

function TechnologyStack({ technologies }: { technologies: readonly string[] }) {
  return (
    <section aria-labelledby="stack-heading" className="card p-6">
      <h2 id="stack-heading" className="text-xl">
        {PROJECT_MESSAGES.stack}
      </h2>
      <ul className="mt-4 grid">
        {technologies.map((technology) => (
          <li key={technology} className="border-t border-line py-2 last:pb-0">
            {technology}
          </li>
        ))}
      </ul>
    </section>
  );
}
