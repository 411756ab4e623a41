/**
 * Whether what is written to a stream may have colours: in a terminal that knows them. `FORCE_COLOR` decides for any stream, and
 * wins over `NO_COLOR`, as in Node itself.
 * @param {{ isTTY?: boolean }} stream
 * @param {Record<string, string | undefined>} env
 */
export function wantsColour(stream, env) {
  const { FORCE_COLOR: forced, NO_COLOR: none, TERM: terminal } = env
  if (forced !== undefined) return !['0', 'false'].includes(forced)
  return stream.isTTY === true && !none && terminal !== 'dumb'
}

/**
 * Environment variables that give child processes the same colour setting. Many ignore the stream, or read
 * `FORCE_COLOR=0` as true.
 * @param {boolean} colour
 * @returns {{ FORCE_COLOR: string | undefined, NO_COLOR: string | undefined }}
 */
export function colourVariables(colour) {
  return { FORCE_COLOR: colour ? '1' : undefined, NO_COLOR: colour ? undefined : '1' }
}

const codes = { red: 31, green: 32, yellow: 33, dim: 2, bold: 1 }

/**
 * A text in a colour, or as it is where none is wanted.
 * @param {keyof typeof codes} style
 * @param {string} text
 * @param {boolean} colour
 */
export function inColour(style, text, colour) {
  return colour ? `\u001B[${codes[style]}m${text}\u001B[0m` : text
}
