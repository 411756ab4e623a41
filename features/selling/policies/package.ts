import { readMillimetres, readParcelWeight } from '#lib/parcel-size.ts'
import type { Grouping } from '#lib/read-amount.ts'

/** A package of the shop. `emptyGrams` counts once a parcel where a policy prices by weight. */
export interface Package {
  id: string
  name: string
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
  emptyGrams: number
  /** Of listings that choose none. */
  isDefault: boolean
}

export const packageFields = ['name', 'length', 'width', 'height', 'weight'] as const
export type PackageField = (typeof packageFields)[number]
export type PackageProblem = 'nameMissing' | 'nameLong' | 'nameTaken' | 'size' | 'weight' | 'tooMany'

export const mostPackages = 50
const longestName = 64

/** Reads a package as it is typed: centimetres, and a weight with or without unit. Empty sizes and weights are allowed. */
export function readPackage(typed: Record<PackageField, string>, grouping: Grouping) {
  const problems: Partial<Record<PackageField, PackageProblem>> = {}
  const read = (field: PackageField, problem: PackageProblem, parse: (given: string) => number | null) => {
    if (typed[field] === '') return null
    const value = parse(typed[field])
    if (value === null) problems[field] = problem
    return value
  }
  const length = [...typed.name].length
  if (length === 0 || length > longestName) problems.name = length === 0 ? 'nameMissing' : 'nameLong'
  const pack = {
    name: typed.name,
    lengthMm: read('length', 'size', readMillimetres),
    widthMm: read('width', 'size', readMillimetres),
    heightMm: read('height', 'size', readMillimetres),
    emptyGrams: read('weight', 'weight', (given) => readParcelWeight(given, grouping)) ?? 0,
  }
  return { pack, problems }
}
