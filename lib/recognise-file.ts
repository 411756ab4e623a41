import { plainHeader } from './match-columns.ts'
import { sampleColumns, type TableFile } from './table-file.ts'

export interface FileSignature {
  /** Headers that they have; `|` separates other names of a column. */
  has: readonly string[]
  /** What its numbers look like, if they tell the program. */
  number?: RegExp
}

export type ShownFile = Pick<TableFile, 'header' | 'sample'>

/** Finds the signature of a file: by its headers; half of them are enough where its numbers tell. Null if it is unknown. */
export function recogniseFile<S extends FileSignature>(signatures: readonly S[], file: ShownFile): S | null {
  const headers = new Set(file.header.map(plainHeader))
  const named = ({ has }: S) =>
    has.filter((called) => called.split('|').some((name) => headers.has(plainHeader(name)))).length
  return (
    signatures.find((signature) => named(signature) === signature.has.length) ??
    signatures.find((signature) => named(signature) >= signature.has.length / 2 && hasNumbers(file, signature)) ??
    null
  )
}

const hasNumbers = (file: ShownFile, { number }: FileSignature) =>
  number !== undefined &&
  sampleColumns(file).some(({ values }) => {
    const filled = values.map((value) => value.trim()).filter((value) => value !== '')
    return filled.length > 0 && filled.every((value) => number.test(value))
  })
