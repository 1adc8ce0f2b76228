import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

// The second net behind the boundary check: no value of server/ may reach the browser bundle.
function refuseServerCodeInBrowser(): Plugin {
  return {
    name: 'refuse-server-code-in-browser',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const [id, module] of Object.entries(chunk.modules)) {
          if (
            /\/server\/[^?]*$/.test(id.replace(import.meta.dirname, '')) &&
            module.renderedLength > 0 &&
            !id.includes('node_modules')
          ) {
            this.error(`${id} is server code and would reach the browser in ${chunk.fileName}`);
          }
        }
      }
    },
  };
}

// Of 47 MB the calendar of one country needs a tenth. Vite reads none of them in development, where they are not of its kind.
const HOLIDAYS = [
  'date-holidays',
  'date-holidays-parser',
  'caldate',
  'moment-timezone',
  'moment',
  'astronomia',
  'jalaali-js',
  'deepmerge',
  'date-easter',
  'date-chinese',
  'date-bengali-revised',
];

// React Router knows one entry of the server; the drawing of mails is another, for a process that serves no pages.
function nameServerEntries(): Plugin {
  return {
    name: 'name-server-entries',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    outputOptions: (options) => ({ ...options, entryFileNames: '[name].js' }),
  };
}

// Turndown parses a plain string as it loads, which Trusted Types reject and report. The product passes it a parsed document.
function loadTurndownWithoutParser(): Plugin {
  const probe = 'canParseHTMLNatively() ? root.DOMParser : createHTMLParser()';
  return {
    name: 'load-turndown-without-parser',
    transform: {
      filter: { id: /\/turndown\/lib\// },
      handler(code) {
        if (!code.includes(probe)) this.error('turndown chooses its parser in another way');
        return { code: code.replace(probe, 'undefined'), map: null };
      },
    },
  };
}

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    reactRouter(),
    refuseServerCodeInBrowser(),
    nameServerEntries(),
    loadTurndownWithoutParser(),
  ],
  optimizeDeps: { exclude: ['turndown'] },
  resolve: { tsconfigPaths: true },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    // The first browsers with light-dark(), which the colours are made with.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // One chunk for what every page loads: many small ones compress worse.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler)\//,
                },
                {
                  name: 'shell',
                  test: /\/app\/(?:components\/[\w-]+\.tsx|lib\/(?:trusted-html|dates)|site\/lib\/(?:page-meta|maintenance-data)|site\/layout\/(?!fallbacks\/(?:maintenance-screen|missing-page|not-found-page)|reading\/|category-page|closing-card|featured-image|image-placeholder|page-data|page-header|back-link|retry-link))/,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        rolldownOptions: {
          input: { index: './server/app.ts', mails: './server/mail/templates/layout.tsx' },
        },
      },
      // Of its 1,700 drawings the pages need a few dozen; mails need a dozen of these components, and none of their tools.
      resolve: {
        noExternal: ['lucide-react', 'react-email', ...(command === 'build' ? HOLIDAYS : [])],
      },
    },
  },
}));
