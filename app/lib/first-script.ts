import { createContext } from 'react';

const THEME =
  "try{var t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}";

// Zod tries `new Function` when a schema is made, which the content policy would report.
const QUIET_ZOD = 'globalThis.__zod_globalConfig={jitless:true}';

/** Runs before the first paint and before any module, so that a remembered theme never flashes. */
export const FIRST_SCRIPT = `${THEME};${QUIET_ZOD}`;

/** The marker of the scripts that the server's content policy admits; none in the browser, where no script is made. */
export const ScriptMarkerContext = createContext<string | undefined>(undefined);
