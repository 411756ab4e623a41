import type { LineOutcome } from './endpoint.ts'
import { ApiProblem, withErrors, writeProblem } from './problem.ts'
import { readLines, type Line } from './read-body.ts'
import { pairs } from '#lib/pairs.ts'

/** What became of one line of a batch. */
export interface LineAnswer {
  line: number
  status: number
  location?: string
  problem?: ReturnType<typeof writeProblem>
}

/** The media type of a batch: a JSON text a line. */
export const ndjson = 'application/x-ndjson'

/** Lines that are answered together, of those that have come. */
const together = 50

/** Errors that are told of all lines of a batch together; of each line more is counted. */
const mostErrors = 1_000

interface Batch {
  request: Request
  /** Answers lines, an outcome each; what one cannot take is its error. */
  answer: (texts: readonly Line['text'][]) => Promise<LineOutcome[]>
  /** Says what an error that is no problem is to the caller. */
  refuse: (error: unknown) => ApiProblem
}

/**
 * Answers a batch while it is being read, some lines together and each for itself: good lines are kept whatever becomes of others. An
 * answer does not wait for its reader, since many callers read only when they have sent all: answers are short, and as many as
 * there may be lines.
 */
export function answerBatch({ request, answer, refuse }: Batch): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isWanted = true
  let left = mostErrors
  const refusal = (line: number, error: unknown): LineAnswer => {
    const { code, details } = refuse(error)
    const told = withErrors(details, left)
    left -= told.errors?.length ?? 0
    const problem = writeProblem(code, told)
    return { line, status: problem.status, problem }
  }
  return new ReadableStream({
    async start(controller) {
      const say = (line: LineAnswer) => {
        if (isWanted) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      }
      let held: Line[] = []
      const answerHeld = async () => {
        const lines = held
        held = []
        if (lines.length === 0) return
        const outcomes = await answer(lines.map(({ text }) => text))
        for (const [{ line }, outcome] of pairs(lines, outcomes))
          say('error' in outcome ? refusal(line, outcome.error) : { line, ...outcome })
      }
      let last = 0
      try {
        for await (const line of readLines(request)) {
          last = line.line
          if (!isWanted) break
          if (line.text !== '') held.push(line)
          if (line.isLast || held.length === together) await answerHeld()
        }
      } catch (error) {
        await answerHeld()
        say(refusal(last + 1, error))
      }
      if (isWanted) controller.close()
    },
    cancel() {
      isWanted = false
    },
  })
}
