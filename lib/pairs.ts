/**
 * What two lists say of the same things, place by place, as an answer has a result for each of what was asked.
 *
 * @throws RangeError where one is longer than the other
 */
export function pairs<A, B>(one: readonly A[], other: readonly B[]): [A, B][] {
  if (one.length !== other.length) throw new RangeError(`${one.length} and ${other.length} are no pairs`)
  return one.map((value, index) => [value, other[index] as B])
}
