// The router sends forms to a page's address with this suffix, and asks for the page's data there.
const suffix = '.data'

/** Changes a page's address to that of its data. */
export function toDataAddress(page: URL): URL {
  page.pathname += suffix
  return page
}

/** Whether a path is that of a page's data. */
export function isDataPath(path: string): boolean {
  return path.endsWith(suffix)
}

/** The path of the page, also for a path of its data. */
export function pagePath(path: string): string {
  return isDataPath(path) ? path.slice(0, -suffix.length) : path
}
