/**
 * Pairs two lists by index, for instance requests with their results.
 * @throws RangeError if their lengths differ
 */
export function pairs<A, B>(one: readonly A[], other: readonly B[]): [A, B][] {
  if (one.length !== other.length) throw new RangeError(`${one.length} and ${other.length} are no pairs`)
  return one.map((value, index) => [value, other[index] as B])
}
