import { unquoted } from '#lib/cell-text.ts'

/** Reads the aspects of a row, by name; empty cells clear theirs. */
export type ReadAspects = (fields: readonly string[]) => (readonly [name: string, text: string])[]

const longestName = 80
const named = /^\*?C:(.+)$/su
const numbered = /^attribute (\d+) (name|value)(?:\(s\))?$/i

/** Whether a column has an aspect, or the name of one. */
export const isAspectColumn = (field: string): boolean => named.test(field.trim()) || numbered.test(field.trim())

/**
 * Finds the aspect columns of a file: those that name theirs in the header, such as `*C:Brand`, and pairs of columns with
 * the name in a cell, as WooCommerce writes them.
 */
export function findAspects(header: readonly string[]): ReadAspects {
  const byHeader = header.flatMap((field, at) => {
    const name = named.exec(field.trim())?.[1]?.trim()
    return name && name.length <= longestName ? [{ name, at }] : []
  })
  const parts = header.map((field) => numbered.exec(field.trim()))
  const placeOf = (number: string | undefined, part: string) =>
    parts.findIndex((found) => found?.[1] === number && found?.[2]?.toLowerCase() === part)
  const byCell = parts.flatMap((found, nameAt) => {
    if (found?.[2]?.toLowerCase() !== 'name') return []
    const valueAt = placeOf(found[1], 'value')
    return valueAt < 0 ? [] : [{ nameAt, valueAt }]
  })
  return (fields) => {
    const cell = (at: number) => unquoted(fields[at] ?? '')
    return [
      ...byHeader.map(({ name, at }) => [name, cell(at)] as const),
      ...byCell.flatMap(({ nameAt, valueAt }) => {
        const name = cell(nameAt)
        return name === '' || name.length > longestName ? [] : [[name, cell(valueAt)] as const]
      }),
    ]
  }
}
