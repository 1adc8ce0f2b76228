import { LICENCE_BY_FILE, LICENCES, MIN_AGE_DAYS, MIN_VERSIONS, YOUNG_VERSIONS } from './policy.ts';

export type LockedPackage = {
  name?: string;
  version?: string;
  license?: string;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
};

/** The field `packages` of a lock file of version 3: path below the root → package; the root itself is ''. */
export type LockedPackages = Record<string, LockedPackage>;

const FOLDER = 'node_modules/';

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
}

function installed(packages: LockedPackages): [string, LockedPackage][] {
  return Object.entries(packages).filter(([path]) => path !== '');
}

/** Compares two versions without what stands behind a hyphen: below zero when `a` is the older one. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) =>
    version.split(/[-+]/, 1)[0]?.split('.').map(Number),
  );
  for (const index of [0, 1, 2]) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export function findOldVersions(packages: LockedPackages): string[] {
  return installed(packages).flatMap(([path, { version = '0' }]) => {
    const least = Object.hasOwn(MIN_VERSIONS, nameOf(path))
      ? MIN_VERSIONS[nameOf(path)]
      : undefined;
    return least && compareVersions(version, least.version) < 0
      ? [`${path} ${version} is older than ${least.version}: ${least.advisory}`]
      : [];
  });
}

/** Every locked version once, as `name@version`. */
export function listVersions(packages: LockedPackages): string[] {
  const versions = installed(packages).map(
    ([path, { name, version }]) => `${name ?? nameOf(path)}@${version}`,
  );
  return [...new Set(versions)].toSorted();
}

/** `published`: version → the instant at which the registry says it was published. */
export function findYoungVersions(
  packages: LockedPackages,
  published: Record<string, string>,
  now: Date,
  reasons = YOUNG_VERSIONS,
): string[] {
  const versions = new Set(listVersions(packages));
  const youngest = now.getTime() - MIN_AGE_DAYS * 24 * 60 * 60 * 1_000;
  const young = [...versions].flatMap((version) => {
    const date = published[version];
    if (date === undefined) return [`${version} has no date: run npm run publication-dates`];
    if (Date.parse(date) <= youngest || Object.hasOwn(reasons, version)) return [];
    return [`${version} is younger than ${MIN_AGE_DAYS} days and nobody says why it is needed`];
  });
  const gone = [...Object.keys(published), ...Object.keys(reasons)]
    .filter((version) => !versions.has(version))
    .map((version) => `${version} is not locked any more: run npm run publication-dates`);
  return [...young, ...gone];
}

/** An expression such as `MIT AND Apache-2.0` needs each part, `MIT OR GPL-3.0` one of them. */
function isAllowed(expression: string): boolean {
  return expression
    .replace(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((licence) => LICENCES.has(licence)));
}

export function findLicences(packages: LockedPackages): string[] {
  return installed(packages).flatMap(([path, { license }]) => {
    const licence = license ?? LICENCE_BY_FILE[nameOf(path)] ?? 'no licence';
    return isAllowed(licence) ? [] : [`${path} has the licence ${licence}`];
  });
}

/** `allowScripts` of `package.json` says yes or no to each package with an install script, and names none without. */
export function findInstallScripts(
  packages: LockedPackages,
  allowScripts: Record<string, boolean>,
): string[] {
  const names = new Set(
    installed(packages).flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript ? [nameOf(path)] : [],
    ),
  );
  return [
    ...[...names]
      .filter((name) => !Object.hasOwn(allowScripts, name))
      .map((name) => `${name} has an install script that package.json neither allows nor denies`),
    ...Object.keys(allowScripts)
      .filter((name) => !names.has(name))
      .map((name) => `package.json allows the install script of ${name}, which has none`),
  ];
}

/** Builds for other systems that the lock file does not have: `npm ci` rejects it then, and npm before 11.19 installs none of them there. */
export function findMissingBuilds(packages: LockedPackages): string[] {
  return installed(packages).flatMap(([path, { optionalDependencies = {} }]) => {
    const missing = Object.keys(optionalDependencies).filter(
      (name) => !isLocked(packages, path, name),
    );
    return missing.length === 0
      ? []
      : [`the lock file lacks builds of ${nameOf(path)} for other systems: ${missing.join(', ')}`];
  });
}

/** Looks where Node would: beside the package that asks, then in each folder above it. */
function isLocked(packages: LockedPackages, path: string, name: string): boolean {
  for (
    let folder = path;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${FOLDER}`)))
  ) {
    if (packages[folder === '' ? FOLDER + name : `${folder}/${FOLDER}${name}`]) return true;
    if (folder === '') return false;
  }
}

/** What of the locked packages the list of components leaves out, and what it names besides. */
export function compareComponents(
  packages: LockedPackages,
  components: { name: string; version: string }[],
): string[] {
  const locked = new Set(
    installed(packages).map(([path, { name = nameOf(path), version }]) => `${name}@${version}`),
  );
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  return [
    ...[...locked].filter((each) => !listed.has(each)).map((each) => `npm sbom leaves out ${each}`),
    ...[...listed].filter((each) => !locked.has(each)).map((each) => `npm sbom invents ${each}`),
  ];
}
