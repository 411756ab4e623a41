/** Comments, quoted texts and names, dollar-quoted bodies, and the semicolons between statements. */
const token = /--.*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;/g

/**
 * Splits SQL into its statements, each with the comments before it. A cluster takes one statement at a time: it passes
 * the text of a change of tables on to its servers as it was sent.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let start = 0
  for (const { 0: found, index } of text.matchAll(token)) {
    if (found !== ';') continue
    statements.push(text.slice(start, index + 1).trim())
    start = index + 1
  }
  const rest = text.slice(start).trim()
  const isComment = rest.replaceAll(token, '').trim() === ''
  return isComment ? statements : [...statements, rest]
}
