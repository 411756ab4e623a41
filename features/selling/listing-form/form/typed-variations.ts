import { withRows, type Typed } from './typed-form.ts'
import { combinations, sameValues, type TypedRow } from './variation-matrix.ts'

interface Variations {
  /** Names of the options. */
  axes: readonly string[]
  variations: readonly TypedRow[]
  /** Of combinations that have no variation. */
  price: string
}

/**
 * The input with these variations. None can be left out of the matrix, so a combination without a variation is there
 * without units.
 */
export function withVariations(typed: Typed, { axes, variations, price }: Variations): Typed {
  const values = axes.map((name, index) => ({
    name,
    values: [...new Set(variations.map((each) => each.values[index] ?? ''))],
  }))
  const fields = values.flatMap((axis, index) => [
    [`axis${index + 1}.name`, axis.name],
    [`axis${index + 1}.values`, axis.values.join(', ')],
  ])
  const rows = combinations(values).map(
    (combination) =>
      variations.find((each) => sameValues(each.values, combination)) ?? {
        values: combination,
        sku: '',
        price,
        quantity: '0',
      },
  )
  return withRows({ ...typed, ...Object.fromEntries(fields.filter(([, text]) => text !== '')) }, rows)
}
