import { sql } from 'kysely'
import { holdsWord, type SqlCondition } from '#features/machinery/grid/list-conditions.server.ts'
import { readSearch, type SearchPart } from '#lib/search-words.ts'

/**
 * Conditions for the search words. Names, addresses, phone numbers and private notes have their own index, used only if
 * the reader `seesAddresses`.
 */
export function searchPartConditions(typed: string, seesAddresses: boolean): SqlCondition[] {
  return readSearch(typed).map((part) => searchPartCondition(part, seesAddresses))
}

function searchPartCondition({ words, whole, phone }: SearchPart, seesAddresses: boolean): SqlCondition {
  const inPersonal = (word: string) => sql`o.personal like search_pattern(${word})`
  const held = (word: string) => (seesAddresses ? sql`(${holdsWord(word)} or ${inPersonal(word)})` : holdsWord(word))
  const every = words.length > 0 ? [sql`(${sql.join(words.map(held), sql` and `)})`] : []
  const any = [...every, ...whole.map(held), ...(seesAddresses ? phone.map(inPersonal) : [])]
  return sql`(${sql.join(any, sql` or `)})`
}
