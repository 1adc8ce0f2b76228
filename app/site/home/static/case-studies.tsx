import { CASE_STUDY_MESSAGES, WORK_MESSAGES } from '#app/site/home/messages.ts';
import { listNumbersIn } from '#shared/claims/values.ts';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import type { FeaturedProject } from '#shared/projects/schema.ts';
import type { HomeContent } from '#shared/site-content/home.ts';
import type { ProofContent } from '#shared/site-content/proof.ts';
import { type ShownStatistics, StatisticList } from './statistic-list.tsx';

const PARTS = ['situation', 'built', 'result'] as const;

type Props = { stories: ProofContent['stories']; projects: readonly FeaturedProject[] };

type SectionProps = Pick<Props, 'projects'> & {
  home: HomeContent;
  proof: ProofContent;
  shown: ShownStatistics;
};

export function CaseStudies({ home, proof, projects, shown }: SectionProps) {
  const { caseStudiesHeading, caseStudiesLead, startButton } = home;
  const { stories } = proof;
  const numbers = listNumbersIn('case-studies', proof);
  if (!caseStudiesHeading || stories.length + numbers.length === 0) return null;
  return (
    <section
      id="case-studies"
      aria-labelledby="case-studies-heading"
      className="section-space border-t border-line bg-surface-raised"
    >
      <div className="content-width grid gap-8 lg:gap-12">
        <div className="grid gap-x-12 gap-y-4 sm:grid-cols-[1fr_auto] sm:items-end">
          <div className="grid gap-2">
            <h2 id="case-studies-heading" className="text-3xl">
              {caseStudiesHeading}
            </h2>
            {caseStudiesLead && <p className="text-ink-muted sm:text-lg">{caseStudiesLead}</p>}
          </div>
          {startButton && (
            <SiteLink to="/order" className="button button-primary justify-self-start">
              {startButton}
            </SiteLink>
          )}
        </div>
        <Stories stories={stories} projects={projects} />
        <StatisticList
          statistics={numbers}
          shown={shown}
          className="grid-cols-[repeat(auto-fill,minmax(max(5.5rem,28%),1fr))] gap-x-3 border-t border-line lg:grid-cols-6"
          itemClass="pt-5"
        />
      </div>
    </section>
  );
}

function Stories({ stories, projects }: Props) {
  return (
    <div>
      {stories
        .map((study) => ({
          study,
          project: projects.find(({ industryCategory }) => industryCategory === study.category),
        }))
        .map(({ study, project }) => (
          <article
            key={study.key}
            className="grid gap-x-12 gap-y-2.5 border-t border-line py-5 lg:grid-cols-[3fr_9fr] lg:py-8"
          >
            <header className="relative grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-4 wrap-break-word">
              <p className="eyebrow">{study.industry}</p>
              <h3 className="col-[1/3] row-2 text-xl">{study.title}</h3>
              {project && (
                <a
                  href={`/portfolio/${project.id}`}
                  className="link text-sm/[inherit] font-semibold after:absolute after:inset-0 lg:col-[1/3] lg:row-3 lg:mt-3 lg:justify-self-start"
                >
                  {WORK_MESSAGES.see}
                  <span className="sr-only">{WORK_MESSAGES.seeNamed(project.title)}</span>
                </a>
              )}
            </header>
            <dl className="grid gap-x-8 gap-y-2 text-sm/[inherit] md:grid-cols-[1fr_1fr_1.2fr] md:text-base/[inherit]">
              {PARTS.filter((part) => study[part]).map((part) => (
                <div
                  key={part}
                  className="group last:border-s-2 last:border-accent last:ps-3.5 last:text-base/[inherit]"
                >
                  <dt className="inline font-semibold group-last:text-accent after:content-[':_'] md:block md:text-sm/[inherit] md:after:content-none">
                    {CASE_STUDY_MESSAGES[part]}
                  </dt>
                  <dd className="inline text-ink-muted group-last:text-ink md:block">
                    {study[part]}
                  </dd>
                </div>
              ))}
            </dl>
          </article>
        ))}
    </div>
  );
}
