import { textOf } from '#lib/form-fields.ts'
import { formatGridQuery, gridHref, type GridDefinition } from '#lib/grid-query.ts'
import { parseGridQuery } from '#lib/read-grid-query.ts'
import type { SavedGridView } from './grid-view.ts'
import type { SavedViewRow } from './saved-views-db.server.ts'
import type { Texts } from '#texts/texts.ts'
import { mayDo, type Role } from '#web/roles.ts'

const viewProblems = ['name', 'query', 'exists', 'many', 'unknown'] as const
/** Why a view was not saved or deleted. */
export type ViewProblem = (typeof viewProblems)[number]

const problemKey = 'viewProblem'

/** What went wrong with a view, in words; null where nothing did. */
export function viewProblemText(params: URLSearchParams, texts: Texts): string | null {
  const problem = viewProblems.find((name) => name === params.get(problemKey))
  return problem ? texts.t(`grid.view.error.${problem}`, { n: mostViews }) : null
}

/** Who manages the team deletes what is shared of who has left it: nobody else could. */
export const deletesOfLeft = (role: Role) => mayDo(role, 'team.manage')

/** The views as a grid shows them: those of others are named as the team's. */
export function savedGridViews(views: readonly SavedViewRow[], texts: Texts, role: Role): SavedGridView[] {
  return views.map(({ id, name, query, own, left }) => ({
    id,
    name: own ? name : texts.t('grid.view.ofTeam', { name }),
    query,
    deletable: own || (left && deletesOfLeft(role)),
  }))
}

/** The list that a form was sent from, rebuilt from what it says so that it leads nowhere else. */
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

/** A member keeps so many views of a list at most; the database holds it, too. */
export const mostViews = 50
const longestName = 60
const longestQuery = 2000

/** A view as a form asks to keep it, or why it cannot be kept. */
export type ViewDraft = { ok: true; name: string; query: string } | { ok: false; problem: ViewProblem }

/** Reads what is to be kept: a name, and a query in its canonical form, without page and view. */
export function readViewDraft(form: FormData, definition: GridDefinition): ViewDraft {
  const name = textOf(form, 'name').replaceAll(/\s+/g, ' ')
  const { query } = parseGridQuery(new URLSearchParams(textOf(form, 'query')), definition)
  const kept = formatGridQuery({ ...query, offset: 0, view: null }, definition)
  if (name === '' || [...name].length > longestName) return { ok: false, problem: 'name' }
  if (kept.length > longestQuery) return { ok: false, problem: 'query' }
  return { ok: true, name, query: kept }
}
