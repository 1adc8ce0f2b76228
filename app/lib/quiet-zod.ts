import * as z from 'zod';

// Zod tries `new Function` once, which the content policy would report. Load this before any schema.
z.config({ jitless: true });
