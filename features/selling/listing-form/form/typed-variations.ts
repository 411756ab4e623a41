import { withRows, type Typed } from './typed-form.ts'
import { combinations, sameValues, type TypedRow } from './variation-matrix.ts'

interface Variations {
  axes: readonly string[]
  variations: readonly TypedRow[]
}

/** The input with these variations. A combination without one is left out. */
export function withVariations(typed: Typed, { axes, variations }: Variations): Typed {
  const values = axes.map((name, index) => ({
    name,
    values: [...new Set(variations.map((each) => each.values[index] ?? ''))],
  }))
  const fields = values.flatMap((axis, index) => [
    [`axis${index + 1}.name`, axis.name],
    [`axis${index + 1}.values`, axis.values.join(', ')],
  ])
  const given = (combination: readonly string[]) => variations.find((each) => sameValues(each.values, combination))
  const rows = combinations(values, (combination) => given(combination) !== undefined).flatMap(
    (each) => given(each) ?? [],
  )
  return withRows({ ...typed, ...Object.fromEntries(fields.filter(([, text]) => text !== '')) }, rows)
}
