/**
 * Makes the browser forget the pages in its cache, which it would show again on Back: what the one who leaves has seen is
 * not for whoever comes next. Browsers heed it on https and on localhost. Pages kept as they stood: `app/kept-page.ts`.
 */
export function forgetPages(headers = new Headers()): Headers {
  headers.set('Clear-Site-Data', '"cache"')
  return headers
}
