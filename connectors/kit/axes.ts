/** Maximum axes of a listing in the hub. */
const most = 2

/** Names or values of axes for the hub; the third and later ones are appended to the second. */
export const foldAxes = (values: readonly string[]): string[] =>
  values.length > most ? [...values.slice(0, most - 1), values.slice(most - 1).join(' / ')] : [...values]
