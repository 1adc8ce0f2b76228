export function loader() { return new Response('not yet', {status: 404}); }
