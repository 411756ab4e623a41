import { z } from 'zod'
import { readBy, SellError, writeErrors, type SellErrorId } from './sell-error.ts'
import type { SellAnswer, SellCall } from './sell-route.ts'

/** Things that one request may be about. */
const most = 25

const bulkBody = z.object({ requests: z.array(z.unknown()).min(1) })

interface Bulk {
  /** The errors of too many requests, and of two about the same thing. */
  errors: { many: SellErrorId; twice?: SellErrorId }
  /** What says which thing a request is about, and stands in its answer. */
  named: readonly string[]
  /** Does one of them; what it answers stands beside the name. */
  work: (request: unknown) => Promise<{ statusCode: number }>
}

/**
 * Does up to 25 things, each for itself: what one cannot, or fails at, does not hold up the others, nor hide what was done. 207 where not
 * all went well.
 */
export async function answerEach(
  { body, told }: Pick<SellCall, 'body' | 'told'>,
  { errors, named, work }: Bulk,
): Promise<SellAnswer> {
  const { requests } = readBy(bulkBody, body, 25709)
  if (requests.length > most)
    throw new SellError(errors.many, { detail: `At most ${most} at once.`, parameters: { fieldName: 'requests' } })
  const names = requests.map((request) => nameOf(request, named))
  const twice = new Set(names.map((name) => JSON.stringify(name))).size < names.length
  if (errors.twice !== undefined && twice) throw new SellError(errors.twice)
  const refused = (error: unknown) => {
    const refusal = told(error)
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
