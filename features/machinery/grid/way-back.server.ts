import type { SellerDb } from '#db/client.ts'
import { formatGridQuery, gridHref } from '#lib/grid-query.ts'
import type { Texts } from '#texts/texts.ts'
import { countRows } from './list-db.server.ts'
import { findNeighbours, type Neighbour } from './list-neighbours-db.server.ts'
import { activeTab } from './list-query.ts'
import { pagePath, type List, type ListTypes, type Reading } from './list.ts'
import type { NeighboursModel, WayBackProps } from './neighbours.tsx'

/** Link back to the list that a page was opened from, labelled with the list's tab. */
export function backToList<T extends ListTypes>(list: List<T>, on: Reading<T>, texts: Texts): WayBackProps['back'] {
  return {
    href: gridHref(pagePath(list, on.place), on.query, on.definition),
    label: texts.t(activeTab(list, on.place, on.query.filters)?.label ?? list.title),
  }
}

interface NeighboursOf {
  /** Row of the page; see `findNeighbours`. */
  id: number | Promise<number | null>
  /** Prefix of the texts. */
  words: 'order' | 'case' | 'talk' | 'offer'
  texts: Texts
  href: (key: string, from: string) => string
}

/** Links to the rows beside the page's, in the list that the page was opened from. */
export async function readNeighbours<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  { id, words, texts: { t, number }, href }: NeighboursOf,
): Promise<NeighboursModel> {
  const { place, previous, next } = await findNeighbours(db, list, on, id)
  const all = place === null ? null : await countRows(db, list, on)
  const hrefOf = (neighbour: Neighbour | null) => neighbour && href(neighbour.key, fromOf(neighbour, on))
  return {
    label: t(`${words}.neighbours`),
    place: place === null || all === null ? null : t('list.place', { place: number(place), all: number(all) }),
    previous: { label: t(`${words}.previous`), href: hrefOf(previous) },
    next: { label: t(`${words}.next`), href: hrefOf(next) },
  }
}

/** Query of the list page on which a neighbour is. */
export const fromOf = <T extends ListTypes>({ offset }: Neighbour, { query, definition }: Reading<T>) =>
  formatGridQuery({ ...query, offset }, definition)
