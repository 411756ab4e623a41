import { readFileSync } from 'node:fs'
import { errorText } from './error-text.ts'
import { FileProblem, fileProblem } from './file-problem.ts'

/**
 * Reads a JSON file, with or without a byte order mark.
 * @throws FileProblem if it cannot be read or is not JSON
 */
export function readJsonFile(file: string | URL): unknown {
  const path = String(file)
  try {
    // TextDecoder drops the byte order mark.
    return JSON.parse(new TextDecoder().decode(readFileSync(file)))
  } catch (error) {
    const cause = fileProblem(error, path)
    throw cause instanceof FileProblem ? cause : new FileProblem(`${path} cannot be read as JSON: ${errorText(cause)}`)
  }
}
