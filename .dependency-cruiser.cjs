// Who may import whom: the table of docs/architecture.md. Rules name a place by back-reference, so a new folder is covered by itself.
const TEST = '\\.(test|spec)\\.tsx?$';

function allow(name, from, to) {
  return {
    name,
    severity: 'error',
    from: { path: from, pathNot: TEST },
    to: { path: '^(app|server|shared|tests|scripts|bench)/', pathNot: to },
  };
}

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^(app|server|shared)/', pathNot: TEST },
      to: { path: '^(tests|scripts)/' },
    },
    {
      name: 'nothing-imports-measurements',
      severity: 'error',
      from: { pathNot: '^bench/' },
      to: { path: '^bench/' },
    },
    {
      name: 'no-unknown-module',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|\\./\\+types/|vite/client)' },
    },
    {
      // An installation that is built has only the packages that it runs with.
      name: 'runs-without-tools',
      severity: 'error',
      from: {
        path: '^server/',
        // What only the build reads, and Vite in development.
        pathNot: [
          TEST,
          '^server/mail/templates/.*\\.tsx$',
          '^server/main\\.ts$',
          '^server/services/office-hours/holidays\\.ts$',
        ],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-barrels',
      severity: 'error',
      from: {},
      to: {
        path: '(^|/)index\\.ts$',
        pathNot:
          '^(node_modules/|server/services/[^/]+/index\\.ts$|server/(api|api/admin|db/migrations)/index\\.ts$)',
      },
    },
    {
      // Browsers load values and messages at once, the rules of a form only when somebody fills it in.
      name: 'values-without-schemas',
      severity: 'error',
      from: { path: '^shared/[^/]+/(values|messages)\\.ts$' },
      to: {
        path: '^node_modules/zod/|^shared/.*schema\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    allow('shared-stands-alone', '^shared/', ['^shared/']),
    allow('app-lib', '^app/(lib|components)/', ['^app/(lib|components)/', '^shared/']),
    allow('site-layout-and-lib', '^app/site/(layout|lib)/', [
      '^app/site/(layout|lib)/',
      '^app/(lib|components)/',
      '^shared/',
    ]),
    allow('site-area', '^app/site/(?!layout/|lib/)([^/]+)/', [
      '^app/site/($1|layout|lib)/',
      '^app/(lib|components)/',
      '^shared/',
    ]),
    allow('admin-data', '^app/admin/data/', [
      '^app/admin/data/',
      '^app/(lib|components)/',
      '^shared/',
    ]),
    allow('admin-ui', '^app/admin/ui/', [
      '^app/admin/(data|ui)/',
      '^app/(lib|components)/',
      '^shared/',
    ]),
    allow('admin-stacks', '^app/admin/(content|leads|shell)/', [
      '^app/admin/($1|data|ui)/',
      '^app/(lib|components)/',
      '^shared/',
    ]),
    allow('admin-screen', '^app/admin/(?!(?:content|data|leads|shell|ui)/)([^/]+)/', [
      '^app/admin/($1|content|data|leads|shell|ui)/',
      '^app/(lib|components)/',
      '^shared/',
    ]),
    allow('public-routes', '^app/routes/(site|resources)/', [
      '^app/(site|lib|components)/',
      '^app/routes/',
      '^shared/',
      '^server/(forms/|http/pages/route-context\\.ts$)',
      '^server/services/[^/]+/index\\.ts$',
    ]),
    allow('admin-routes', '^app/routes/admin/', [
      '^app/(admin|lib|components)/',
      '^app/routes/',
      '^shared/',
    ]),
    allow('server-leaves', '^server/(core/|lib/(bounded-map|fair-queue|log)\\.ts$)', [
      '^server/core/',
      '^server/lib/(bounded-map|fair-queue|log)\\.ts$',
      '^shared/',
    ]),
    allow('context', '^server/context/', [
      '^server/(context|core|db|documents|storage)/',
      '^server/lib/(log|recent-events|storable-text)\\.ts$',
      '^shared/',
    ]),
    allow('database', '^server/db/', [
      '^server/db/',
      '^server/documents/',
      '^server/core/',
      '^server/storage/storage\\.ts$',
      '^shared/',
      '^server/lib/',
    ]),
    allow('plumbing', '^server/(storage|mail|traffic)/', [
      '^server/(storage|mail|traffic|db)/',
      '^server/context/admin-changes\\.ts$',
      '^server/core/',
      '^shared/',
      '^server/lib/',
    ]),
    allow('documents', '^server/documents/', [
      '^server/documents/',
      '^server/core/',
      '^server/lib/',
      '^shared/',
    ]),
    allow('services', '^server/services/([^/]+)/', [
      '^server/services/$1/',
      '^server/services/[^/]+/index\\.ts$',
      '^server/(db|documents|mail|storage)/',
      '^server/(context|core)/',
      '^server/traffic/address-range\\.ts$',
      '^shared/',
      '^server/lib/',
    ]),
    allow('jobs', '^server/jobs/', [
      '^server/jobs/',
      '^server/services/[^/]+/index\\.ts$',
      '^server/(db|storage|mail)/',
      '^server/(context|core)/',
      '^shared/',
      '^server/lib/',
    ]),
    allow('http-and-api', '^server/(http|api|forms)/', [
      '^server/(http|api|forms|traffic)/',
      '^server/services/[^/]+/index\\.ts$',
      '^server/storage/storage\\.ts$',
      '^server/mail/mailer\\.ts$',
      '^server/db/(types|keyset)\\.ts$',
      '^server/(context|core)/',
      '^shared/',
      '^server/lib/',
    ]),
    allow('forms', '^server/(forms/|http/pages/route-context\\.ts$)', [
      '^server/(context|core|forms|http)/',
      '^server/services/[^/]+/index\\.ts$',
      '^shared/',
    ]),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|\\.react-router)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
};
