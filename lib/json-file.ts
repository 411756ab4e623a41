import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { errorText } from './error-text.ts'
import { FileProblem, fileProblem, InvalidFileError } from './file-problem.ts'

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

/**
 * Reads a JSON file by a schema.
 * @throws FileProblem if it cannot be read or is not JSON, InvalidFileError with all problems of its content
 */
export function readJsonFileBy<T>(schema: z.ZodType<T>, file: string | URL): T {
  const read = schema.safeParse(readJsonFile(file))
  if (read.success) return read.data
  throw new InvalidFileError(
    read.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')),
  )
}
