import { z } from 'zod'
import { parseBody, SellError, writeErrors, type SellErrorId } from './sell-error.ts'
import type { SellAnswer, SellCall } from './sell-route.ts'

/** Maximum items per request. */
const most = 25

const bulkBody = z.object({ requests: z.array(z.unknown()).min(1) })

interface Bulk {
  /** Errors for too many items, and for duplicates. */
  errors: { many: SellErrorId; twice?: SellErrorId }
  /** Fields that identify an item; repeated in its result. */
  named: readonly string[]
  /** Processes one item; its result is merged with the identifying fields. */
  work: (request: unknown) => Promise<{ statusCode: number }>
}

/**
 * Processes up to 25 items independently, so that a failure neither stops nor hides the others. 207 unless all succeed.
 */
export async function answerEach(
  { body, errorOf }: Pick<SellCall, 'body' | 'errorOf'>,
  { errors, named, work }: Bulk,
): Promise<SellAnswer> {
  const { requests } = parseBody(bulkBody, body, 25709)
  if (requests.length > most)
    throw new SellError(errors.many, { detail: `At most ${most} at once.`, parameters: { fieldName: 'requests' } })
  const names = requests.map((request) => nameOf(request, named))
  const twice = new Set(names.map((name) => JSON.stringify(name))).size < names.length
  if (errors.twice !== undefined && twice) throw new SellError(errors.twice)
  const refused = (error: unknown) => {
    const refusal = errorOf(error)
    return { statusCode: refusal.status, errors: writeErrors(refusal) }
  }
  const responses = []
  for (const [index, request] of requests.entries())
    responses.push({ ...names[index], ...(await work(request).catch(refused)) })
  const allDone = responses.every(({ statusCode }) => statusCode < 300)
  return { status: allDone ? 200 : 207, body: { responses } }
}

function nameOf(request: unknown, named: readonly string[]): Record<string, string> {
  const given = z.record(z.string(), z.unknown()).safeParse(request).data ?? {}
  return Object.fromEntries(
    named.flatMap((name) => {
      const value = given[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
