import { textOf } from '#lib/form-fields.ts'
import { formatGridQuery, gridHref, type GridDefinition } from '#lib/grid-query.ts'
import { parseGridQuery } from '#lib/read-grid-query.ts'
import type { SavedGridView } from './grid-view.ts'
import type { Texts } from '#texts/texts.ts'
import { mayDo, type Role } from '#web/roles.ts'

export interface SavedViewRow {
  /** Random; used in URLs. */
  id: string
  name: string
  query: string
  shared: boolean
  own: boolean
  /** Whether its author has left the team. */
  left: boolean
}

const viewProblems = ['name', 'query', 'exists', 'many', 'unknown'] as const
export type ViewProblem = (typeof viewProblems)[number]

const problemKey = 'viewProblem'

/** Text of the problem in the URL's parameters; null if there is none. */
export function viewProblemText(params: URLSearchParams, texts: Texts): string | null {
  const problem = viewProblems.find((name) => name === params.get(problemKey))
  return problem ? texts.t(`grid.view.error.${problem}`, { n: maxViews }) : null
}

/** Team managers may delete shared views of former members, since nobody else can. */
export const deletesOfLeft = (role: Role) => mayDo(role, 'team.manage')

/** Views for a grid; those of others are labelled as the team's. */
export function savedGridViews(views: readonly SavedViewRow[], texts: Texts, role: Role): SavedGridView[] {
  return views.map(({ id, name, query, own, left }) => ({
    id,
    name: own ? name : texts.t('grid.view.ofTeam', { name }),
    query,
    deletable: own || (left && deletesOfLeft(role)),
  }))
}

/** URL of the list a form came from, rebuilt from its fields to prevent open redirects. */
export function backToList(
  path: string,
  back: string | null,
  definition: GridDefinition,
  change: { view?: string; problem?: ViewProblem } = {},
): string {
  const search = back?.split('?')[1] ?? ''
  const { query } = parseGridQuery(new URLSearchParams(search), definition)
  const href = gridHref(path, { ...query, ...(change.view ? { view: change.view } : {}) }, definition)
  if (!change.problem) return href
  return `${href}${href.includes('?') ? '&' : '?'}${problemKey}=${change.problem}`
}

/** Maximum views per member and list; the database enforces it too. */
export const maxViews = 50
const longestName = 60
const longestQuery = 2000

export type ViewDraft = { ok: true; name: string; query: string } | { ok: false; problem: ViewProblem }

/** Reads name and canonical query of a view to save, without page and view. */
export function readViewDraft(form: FormData, definition: GridDefinition): ViewDraft {
  const name = textOf(form, 'name').replaceAll(/\s+/g, ' ')
  const { query } = parseGridQuery(new URLSearchParams(textOf(form, 'query')), definition)
  const kept = formatGridQuery({ ...query, offset: 0, view: null }, definition)
  if (name === '' || [...name].length > longestName) return { ok: false, problem: 'name' }
  if (kept.length > longestQuery) return { ok: false, problem: 'query' }
  return { ok: true, name, query: kept }
}
