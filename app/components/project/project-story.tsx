import type { ReactNode } from 'react';
import type { Project } from '#shared/projects/schema.ts';
import { PROJECT_PAGE_MESSAGES as MESSAGES } from '#shared/projects/messages.ts';
import { Gallery } from './gallery.tsx';
import { ProjectResults } from './project-results.tsx';

const MAX_LEAD_CHARACTERS = 600;

type Props = {
  project: Project;
  back?: ReactNode;
  title?: ReactNode;
  image: ReactNode;
  aside?: ReactNode;
};

export function ProjectStory({ project, back, title, image, aside }: Props) {
  const { lead, rest } = splitDescription(project);
  const chapters = [
    { heading: MESSAGES.challenge, text: project.challengeText?.trim() },
    { heading: MESSAGES.solution, text: project.solutionText?.trim() },
  ].filter(({ text }) => text);
  return (
    <article className="grid grid-cols-1 gap-y-14 wrap-anywhere lg:gap-y-20 print:gap-y-6">
      <header className="content-width pt-6 lg:pt-10">
        {back}
        <div
          className={`mt-6 grid gap-x-12 gap-y-5 lg:mt-10 lg:items-end ${lead ? 'lg:grid-cols-[7fr_5fr]' : ''}`}
        >
          <div className="grid justify-items-start gap-4">
            <p className="badge">{project.industryCategory}</p>
            {title}
          </div>
          {lead && <p className="max-w-text whitespace-pre-line text-ink-muted">{lead}</p>}
        </div>
        {image}
      </header>
      {rest && (
        <p className="content-width whitespace-pre-line">
          <span className="block max-w-text">{rest}</span>
        </p>
      )}
      {chapters.length > 0 && (
        <div className="content-width grid grid-cols-1 gap-x-16 gap-y-12 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
          {chapters.map(({ heading, text }) => (
            <section key={heading} className="border-t border-line-strong pt-6">
              <h2 className="text-2xl">{heading}</h2>
              <p className="mt-3 max-w-text whitespace-pre-line">{text}</p>
            </section>
          ))}
        </div>
      )}
      <ProjectResults results={project.results} text={project.resultsText?.trim() ?? ''} />
      <ClientQuote quote={project.clientQuote} name={project.clientName} />
      <Gallery urls={project.galleryImages} title={project.title} />
      {(project.techStack.length > 0 || aside) && (
        <div className="content-width grid grid-cols-1 gap-6 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
          {project.techStack.length > 0 && <TechnologyStack technologies={project.techStack} />}
          {aside}
        </div>
      )}
    </article>
  );
}

/** Introduction and rest; a long rest is below the image. */
function splitDescription({ fullDescription, shortDescription }: Project) {
  const text = fullDescription?.trim() || shortDescription;
  const [lead = '', ...others] = text.split(/\n\s*\n/);
  if (lead.length > MAX_LEAD_CHARACTERS) return { lead: '', rest: text };
  return { lead, rest: others.join('\n\n') };
}

function ClientQuote({ quote, name }: { quote: string | null; name: string | null }) {
  if (!quote?.trim()) return null;
  return (
    <figure className="content-width grid gap-5">
      <blockquote className="max-w-4xl font-display text-3xl text-balance before:content-['“'] after:content-['”']">
        {quote.trim()}
      </blockquote>
      {name?.trim() && <figcaption className="text-ink-muted">{name}</figcaption>}
    </figure>
  );
}

function TechnologyStack({ technologies }: { technologies: readonly string[] }) {
  return (
    <section aria-labelledby="stack-heading" className="card px-[min(1.5rem,6vw)] py-6 sm:p-8">
      <h2 id="stack-heading" className="text-2xl">
        {MESSAGES.stack}
      </h2>
      <ul className="mt-4 grid gap-x-8 xs:grid-cols-2">
        {technologies.map((technology) => (
          <li key={technology} className="border-t border-line py-2">
            {technology}
          </li>
        ))}
      </ul>
    </section>
  );
}
