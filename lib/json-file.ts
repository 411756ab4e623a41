import { readFileSync } from 'node:fs'
import { errorText } from './error-text.ts'
import { FileProblem, fileProblem } from './file-problem.ts'

/**
 * Reads a file as JSON, with a byte order mark or without.
 * @throws FileProblem where it cannot be read, or is no JSON.
 */
export function readJsonFile(file: string | URL): unknown {
  const path = String(file)
  try {
    // What decodes UTF-8 takes the mark away.
    return JSON.parse(new TextDecoder().decode(readFileSync(file)))
  } catch (error) {
    const cause = fileProblem(error, path)
    throw cause instanceof FileProblem ? cause : new FileProblem(`${path} cannot be read as JSON: ${errorText(cause)}`)
  }
}
