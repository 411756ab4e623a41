/** The hub's listings have this many axes at most. */
const most = 2

/** Names or values of axes as the hub takes them: the third and more join the second. */
export const foldAxes = (values: readonly string[]): string[] =>
  values.length > most ? [...values.slice(0, most - 1), values.slice(most - 1).join(' / ')] : [...values]
