import { createContext } from 'react';

const THEME =
  "try{var t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}";

// Zod probes `new Function`, which the CSP would report.
const QUIET_ZOD = 'globalThis.__zod_globalConfig={jitless:true}';

/** Runs before the first paint, so that a stored theme does not flash. */
export const FIRST_SCRIPT = `${THEME};${QUIET_ZOD}`;

/** Admits scripts by the CSP; undefined in the browser. */
export const ScriptMarkerContext = createContext<string | undefined>(undefined);
