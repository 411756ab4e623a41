import type { Answer, LineOutcome } from './endpoint.ts'
import { ApiProblem, withErrors, writeProblem } from './problem.ts'
import { readLines, type Line } from './read-body.ts'
import { pairs } from '#lib/pairs.ts'

export interface LineAnswer {
  line: number
  status: number
  location?: string
  problem?: ReturnType<typeof writeProblem>
}

export const ndjson = 'application/x-ndjson'

/** Maximum lines processed together, of those received. */
const together = 50

/** Maximum detailed errors per batch; further ones are only counted. */
const mostErrors = 1_000

interface Batch {
  request: Request
  /** Processes lines and returns an outcome for each; failures are errors. */
  answer: (texts: readonly Line['text'][]) => Promise<LineOutcome[]>
  refuse: (error: unknown) => ApiProblem
}

/**
 * Answers a batch while reading it. Lines are processed in groups, each independently. Results are not held back for a
 * slow reader, because many clients read only after sending everything; they are short and limited in number.
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

export async function oneByOne(handle: (body: unknown) => Promise<Answer>, bodies: unknown[]): Promise<LineOutcome[]> {
  const outcomes: LineOutcome[] = []
  for (const body of bodies)
    outcomes.push(
      await handle(body).then(
        ({ status, location, inLine }) => ({ status, location, ...inLine }),
        (error: unknown) => ({ error }),
      ),
    )
  return outcomes
}
