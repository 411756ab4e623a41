export interface RouteConfigEntry {
  /** Defaults to its file name. */
  id?: string
  path?: string
  index?: boolean
  /** Its module, seen from `app`. */
  file: string
  children?: RouteConfigEntry[]
}

export function index(file: string): RouteConfigEntry {
  return { file, index: true }
}

/** The route of a path; routes that share a file need an `id`. */
export function route(path: string, file: string, { id }: { id?: string } = {}): RouteConfigEntry {
  return { file, path, id }
}

export function layout(file: string, children: RouteConfigEntry[]): RouteConfigEntry {
  return { file, children }
}
