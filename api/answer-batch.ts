import { ApiProblem, writeProblem, type ProblemDetails, type ProblemCode } from './problem.ts'
import { readLines } from './read-body.ts'

/** What became of one line of a batch. */
export interface LineAnswer {
  line: number
  status: number
  location?: string
  problem?: ReturnType<typeof writeProblem>
}

/** The media type of a batch: a JSON text a line. */
export const ndjson = 'application/x-ndjson'

interface Batch {
  request: Request
  /** Answers one line; what it cannot take is thrown as a problem. */
  answer: (text: string) => Promise<{ status: number; location?: string }>
  /** Says what an error that is no problem is to the caller. */
  refuse: (error: unknown) => ApiProblem
}

/**
 * Answers a batch line by line while it is being read: good lines are kept whatever becomes of others, each for itself. An
 * answer does not wait for its reader, since many callers read only when they have sent all: answers are short, and as many as
 * there may be lines.
 */
export function answerBatch({ request, answer, refuse }: Batch): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isWanted = true
  return new ReadableStream({
    async start(controller) {
      const say = (line: LineAnswer) => {
        if (isWanted) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      }
      let last = 0
      try {
        for await (const { line, text } of readLines(request)) {
          last = line
          if (!isWanted) break
          say(await answerLine(line, text, { answer, refuse }))
        }
      } catch (error) {
        say(refusal(last + 1, refuse(error)))
      }
      if (isWanted) controller.close()
    },
    cancel() {
      isWanted = false
    },
  })
}

async function answerLine(
  line: number,
  text: string,
  { answer, refuse }: Pick<Batch, 'answer' | 'refuse'>,
): Promise<LineAnswer> {
  try {
    return { line, ...(await answer(text)) }
  } catch (error) {
    return refusal(line, refuse(error))
  }
}

function refusal(line: number, { code, details }: { code: ProblemCode; details: ProblemDetails }): LineAnswer {
  const problem = writeProblem(code, details)
  return { line, status: problem.status, problem }
}
