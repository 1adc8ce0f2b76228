import { createContext } from 'react';

/** Runs before the first paint, so that a remembered theme never flashes. */
export const THEME_SCRIPT =
  "try{var t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}";

/** The marker of the scripts that the server's content policy admits; none in the browser, where no script is made. */
export const ScriptMarkerContext = createContext<string | undefined>(undefined);
