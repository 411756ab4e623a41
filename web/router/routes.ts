/** A route of the table (`app/routes.ts`). */
export interface RouteConfigEntry {
  /** Defaults to its file name. */
  id?: string
  path?: string
  index?: boolean
  /** Its module, seen from `app`. */
  file: string
  children?: RouteConfigEntry[]
}

/** The index route of its parent. */
export function index(file: string): RouteConfigEntry {
  return { file, index: true }
}

/** The route of a path; routes that share a file need an `id`. */
export function route(path: string, file: string, { id }: { id?: string } = {}): RouteConfigEntry {
  return { file, path, id }
}

/** A layout around pages. */
export function layout(file: string, children: RouteConfigEntry[]): RouteConfigEntry {
  return { file, children }
}
