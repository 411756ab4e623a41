/** A route of the table (`app/routes.ts`). */
export interface RouteConfigEntry {
  /** The name of its file where nothing else is given. */
  id?: string
  path?: string
  index?: boolean
  /** Its module, seen from `app`. */
  file: string
  children?: RouteConfigEntry[]
}

/** The route of the parent's own path. */
export function index(file: string): RouteConfigEntry {
  return { file, index: true }
}

/** A path's route; routes that share a file have an `id` each. */
export function route(path: string, file: string, { id }: { id?: string } = {}): RouteConfigEntry {
  return { file, path, id }
}

/** A frame around pages. */
export function layout(file: string, children: RouteConfigEntry[]): RouteConfigEntry {
  return { file, children }
}
