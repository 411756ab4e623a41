/**
 * Path of the API's page for people, handled by `server/http.ts` before the router. A module of its own, so that only
 * pages that link to it load it.
 */
export const apiPagePath = '/docs/api'
