import { inColour, wantsColour } from '#lib/colour.mjs'
import { jsonLines, wantsJson } from '#lib/log-line.mjs'

/** Prints what a process does at its start and stop, at any level of the log; or warns. */
export type Say = (text: string, level?: 'warning') => void

/** In a terminal a line, with a warning's name in colour; else lines of the JSON log. */
export function createSay(
  output: { isTTY?: boolean; write: (text: string) => unknown },
  env: Record<string, string | undefined>,
): Say {
  if (wantsJson(output, env)) return (text, level) => void output.write(jsonLines(text, level ? 40 : 30))
  const warning = inColour('yellow', 'warning', wantsColour(output, env))
  return (text, level) => void output.write(`${level ? `${warning} ` : ''}${text}\n`)
}
