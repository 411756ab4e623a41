/**
 * Clears the browser's cache after sign-out, so that Back does not show pages to the next user. Browsers support it on
 * https and localhost. For the back/forward cache see `app/restored-page.ts`.
 */
export function forgetPages(headers = new Headers()): Headers {
  headers.set('Clear-Site-Data', '"cache"')
  return headers
}
