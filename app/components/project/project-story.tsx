import type { ReactNode } from 'react';
import type { Project, ProjectResult } from '#shared/projects/schema.ts';
import { PROJECT_PAGE_MESSAGES as MESSAGES } from '#shared/projects/messages.ts';
import { Gallery } from './gallery.tsx';

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
            {project.industryCategory && <p className="badge">{project.industryCategory}</p>}
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

/** Longer values do not fit into a column at full size. */
const MAX_LARGE_CHARACTERS = 12;

function ProjectResults({ results, text }: { results: readonly ProjectResult[]; text: string }) {
  if (results.length === 0 && !text) return null;
  return (
    <section
      aria-labelledby="results-heading"
      className="border-y border-line bg-surface-sunken py-12 lg:py-20"
    >
      <div className="content-width grid gap-x-16 gap-y-4 lg:grid-cols-[1fr_2fr] lg:items-baseline">
        <h2 id="results-heading" className="text-3xl">
          {MESSAGES.results}
        </h2>
        {text && <p className="max-w-text whitespace-pre-line lg:text-lg">{text}</p>}
        {results.length > 0 && (
          <dl className="mt-6 flex flex-wrap gap-x-12 gap-y-12 lg:col-span-2 lg:mt-12">
            {results.map((result, index) => (
              <Result key={index} result={result} isInPair={results.length === 4} />
            ))}
          </dl>
        )}
      </div>
    </section>
  );
}

function Result({ result, isInPair }: { result: ProjectResult; isInPair: boolean }) {
  const { metric, before, after, howMeasured } = result;
  const size = after.length > MAX_LARGE_CHARACTERS ? 'text-3xl' : 'text-4xl';
  return (
    <div
      className={`flex min-w-0 flex-1 flex-col ${isInPair ? 'basis-[max(16rem,40%)]' : 'basis-64'}`}
    >
      <dt className="order-3 mt-3 text-lg font-semibold text-balance">{metric}</dt>
      {before && (
        <dd className="order-1 flex min-h-8 items-center gap-3 text-ink-muted">
          <span>
            <span className="sr-only">{MESSAGES.before}</span>
            {before}
          </span>
          <DimensionLine />
        </dd>
      )}
      <dd className={`order-2 font-display font-bold text-accent ${size}`}>
        {!before && (
          <span className="flex min-h-8 items-center text-base">
            <DimensionLine />
          </span>
        )}
        <span className="sr-only">{MESSAGES.after}</span>
        {after}
      </dd>
      {howMeasured && (
        <dd className="order-4 mt-1 max-w-text text-sm text-ink-muted">
          <span className="sr-only">{MESSAGES.howMeasured}</span>
          {howMeasured}
        </dd>
      )}
    </div>
  );
}

function DimensionLine() {
  return (
    <span
      aria-hidden="true"
      className="relative h-3 min-w-8 flex-1 border-s border-line-strong before:absolute before:inset-x-0 before:top-1/2 before:border-t before:border-line-strong after:absolute after:end-0.5 after:top-1/2 after:size-2 after:-translate-y-[calc(50%-0.5px)] after:rotate-45 after:border-e after:border-t after:border-line-strong"
    />
  );
}
