import { structuredDataHtml } from '#app/lib/trusted-html.tsx';
import { HomePage, useLoadFailureToasts } from '#app/site/home/home-page.tsx';
import { About } from '#app/site/home/static/about.tsx';
import { CaseStudies } from '#app/site/home/static/case-studies.tsx';
import { Closing } from '#app/site/home/static/closing.tsx';
import { Hero } from '#app/site/home/static/hero.tsx';
import { LatestBlogs } from '#app/site/home/static/latest-blogs.tsx';
import { Process } from '#app/site/home/static/process.tsx';
import { Services } from '#app/site/home/static/services.tsx';
import { getHeadingId } from '#app/site/home/static/section-heading.tsx';
import { getStaticHtml } from '#app/site/home/static/static-html.server.tsx';
import { testimonialParts } from '#app/site/home/static/testimonial.tsx';
import { findWorkProject, WorkText } from '#app/site/home/static/work-text.tsx';
import { homeStructuredData } from '#app/site/home/structured-data.ts';
import { ErrorNotice } from '#app/site/layout/fallbacks/error-page.tsx';
import { LoadBoundary } from '#app/site/layout/fallbacks/load-boundary.tsx';
import { getMenuLabel } from '#app/site/layout/navigation.ts';
import { pageMeta, toSite } from '#app/site/lib/page-meta.ts';
import {
  documentHtml,
  loadOr,
  loadSettings,
  pageContext,
  pageData,
} from '#server/http/pages/route-context.ts';
import { listBlogPosts } from '#server/services/blog-posts/index.ts';
import { listShownStatistics } from '#server/services/claims/index.ts';
import { listClients } from '#server/services/clients/index.ts';
import { listFeaturedProjects } from '#server/services/projects/index.ts';
import { listTeamMembers } from '#server/services/team-members/index.ts';
import { listTestimonials } from '#server/services/testimonials/index.ts';
import { formatResponse, formatWithin } from '#shared/office-hours/sentences.ts';
import type { Route } from './+types/home.ts';

const PREVIEWED_POSTS = 3;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { publicUrl, content } = context.get(pageContext);
  const { settings, responseState } = loadSettings(context);
  const response = formatResponse(formatWithin(responseState, settings.officeHours));
  const [testimonials, blogPosts, clients, team, projects, shown] = await Promise.all([
    loadOr(context, 'Failed to load testimonials', [], listTestimonials),
    loadOr(context, 'Failed to load blog posts', [], (ctx) =>
      listBlogPosts(ctx, { limit: PREVIEWED_POSTS }),
    ),
    loadOr(context, 'Failed to load clients', [], listClients),
    loadOr(context, 'Failed to load team members', [], listTeamMembers),
    loadOr(context, 'Failed to load projects', [], listFeaturedProjects),
    loadOr(context, 'Failed to load public numbers', {}, listShownStatistics),
  ]);
  const { 'page/home': home, services, process, proof, values } = content;
  const orderLabel = getMenuLabel(settings.navigation, 'order');
  const project = findWorkProject(home, projects.value);
  const { hasDemo } = home;
  const parts = getStaticHtml(
    {
      beginning: (
        <>
          <Hero
            home={home}
            name={settings.company.name}
            orderLabel={orderLabel}
            response={response}
          />
          <About
            company={settings.company}
            home={home}
            content={values}
            clients={clients.value}
            proof={proof}
            shown={shown.value}
          />
          <Services
            content={services}
            categories={projects.value.map(({ industryCategory }) => industryCategory)}
          />
          <Process content={process} home={home} />
        </>
      ),
      work: <WorkText heading={home.workHeading} project={project} />,
      caseStudies: (
        <CaseStudies home={home} proof={proof} projects={projects.value} shown={shown.value} />
      ),
      end: (
        <>
          <LatestBlogs
            home={home}
            timeZone={settings.company.timeZone}
            posts={blogPosts.value}
            hasFailed={blogPosts.hasFailed}
          />
          <Closing
            company={settings.company}
            home={home}
            members={team.value}
            orderLabel={orderLabel}
            response={response}
          />
        </>
      ),
      ...testimonialParts(testimonials.value),
    },
    { hasDemo },
  );
  const structuredData = homeStructuredData(
    toSite(publicUrl, settings),
    settings.socialLinks,
    settings.officeHours,
    services,
  );
  const html = { ...parts, structuredData: structuredDataHtml(structuredData) };
  const isDocument = !new URL(request.url).pathname.endsWith('.data');
  if (isDocument) context.set(documentHtml, html);
  return pageData(
    {
      page: {
        heading: home.title,
        description: home.sentence || settings.company.sentence,
        keywords: home.keywords,
      },
      work:
        hasDemo || project
          ? { headingId: getHeadingId('demo', home.workHeading), hasDemo, note: home.demoNote }
          : null,
      testimonialsHeading: home.testimonialsHeading,
      testimonials: testimonials.value.map(({ id, clientName }) => ({ id, clientName })),
      html: isDocument ? undefined : html,
      failed: { testimonials: testimonials.hasFailed, blogPosts: blogPosts.hasFailed },
    },
    [testimonials, blogPosts, clients, team, projects, shown].some(({ hasFailed }) => hasFailed),
  );
}

const NO_META = { heading: '', description: '', keywords: '' };

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta({ ...(loaderData?.page ?? NO_META), path: '/' }, { matches });
}

export default function HomeRoute({ loaderData }: Route.ComponentProps) {
  return <HomePage {...loaderData} />;
}

const ALL_FAILED = { testimonials: true, blogPosts: true };

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LoadBoundary error={error} message="Failed to load the home page">
      {() => <HomeFailure error={error} />}
    </LoadBoundary>
  );
}

function HomeFailure({ error }: { error: unknown }) {
  useLoadFailureToasts(ALL_FAILED);
  return <ErrorNotice error={error} />;
}
