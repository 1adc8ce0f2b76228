import { data } from 'react-router';
import { LoadBoundary } from '#app/site/layout/fallbacks/load-boundary.tsx';
import { MissingPage } from '#app/site/layout/fallbacks/missing-page.tsx';
import {
  getOwnImage,
  getSite,
  getSiteImage,
  missingPageMeta,
  pageMeta,
} from '#app/site/lib/page-meta.ts';
import { MISSING_PROJECT } from '#app/site/portfolio/messages.ts';
import { ProjectPage } from '#app/site/portfolio/project-page.tsx';
import { getPageCopy, loadOr, pageData } from '#server/http/pages/route-context.ts';
import { findNeighbours, findProject } from '#server/services/projects/index.ts';
import type { Route } from './+types/project.ts';

const FAILURE = 'Error fetching project:';

export async function loader({ context, params }: Route.LoaderArgs) {
  const copy = getPageCopy(context, 'page/project');
  const { value: found, hasFailed } = await loadOr(context, FAILURE, null, async (ctx) => {
    const project = await findProject(ctx, params.id);
    return project && { project, neighbours: await findNeighbours(ctx, project.id) };
  });
  if (!found && !hasFailed) return data({ copy, found, hasFailed }, { status: 404 });
  return pageData({ copy, found, hasFailed }, hasFailed);
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const project = loaderData?.found?.project;
  if (!project) return missingPageMeta(MISSING_PROJECT.title, { matches });
  const { id, title, industryCategory, techStack } = project;
  return pageMeta(
    {
      heading: title,
      description: project.shortDescription,
      keywords: [industryCategory.toLowerCase(), ...techStack, 'case study']
        .filter(Boolean)
        .join(', '),
      path: `/portfolio/${id}`,
      image: getOwnImage(project) ?? getSiteImage(getSite(matches).company),
    },
    { matches },
  );
}

export default function ProjectRoute({ loaderData }: Route.ComponentProps) {
  const { copy, found, hasFailed } = loaderData;
  if (!found) {
    return <MissingPage {...MISSING_PROJECT} failure={hasFailed ? 'unavailable' : null} />;
  }
  return <ProjectPage key={found.project.id} copy={copy} {...found} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LoadBoundary error={error} message={FAILURE}>
      {(failure) => <MissingPage {...MISSING_PROJECT} failure={failure} />}
    </LoadBoundary>
  );
}
