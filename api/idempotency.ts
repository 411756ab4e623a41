import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { day, minute } from '#lib/duration.ts'
import { ApiProblem } from './problem.ts'

export interface WrittenAnswer {
  status: number
  headers: Record<string, string>
  body: string | null
}

/** Milliseconds to keep responses. */
const keptFor = 30 * day
/** Milliseconds after which a request in progress counts as abandoned; no request takes that long. */
const deadAfter = 2 * minute

interface NamedRequest {
  keyId: string
  requestKey: string
  fingerprint: string
  now: Date
  /** Seller whose data the response contains, or null. Called after the work, which may create the seller. */
  sellerOf: () => Promise<number | null>
}

interface AskedFor {
  method: string
  path: string
  ifMatch: string | null
  body: string
}

/** Fingerprint of a request; reuse of its Idempotency-Key for another is an error. */
export function fingerprintOf({ method, path, ifMatch, body }: AskedFor): string {
  const about = ifMatch === null ? '' : ` if ${ifMatch}`
  return createHash('sha256').update(`${method} ${path}${about}\n${body}`).digest('base64url')
}

/**
 * Processes a request with an Idempotency-Key once; repetitions get the stored response from any process. Failures are
 * not stored. If a process dies, the next attempt takes over, and the ids of written rows prevent duplicates.
 */
export async function answerIdempotently(
  db: Kysely<Schema>,
  request: NamedRequest,
  work: () => Promise<WrittenAnswer>,
): Promise<WrittenAnswer> {
  if (!(await claim(db, request))) return keptAnswer(db, request)
  const { keyId, requestKey, sellerOf } = request
  const forget = () =>
    db
      .deleteFrom('api_answers')
      .where('key_id', '=', keyId)
      .where('request_key', '=', requestKey)
      .where('status', 'is', null)
      .execute()
  const answer = await work().catch(async (error: unknown) => {
    await forget()
    throw error
  })
  if (answer.status >= 500) await forget()
  // If storing the response fails, keep the claim: an immediate retry would do the work twice.
  else
    await db
      .updateTable('api_answers')
      .set({
        status: answer.status,
        headers: JSON.stringify(answer.headers),
        body: answer.body,
        seller_id: await sellerOf(),
      })
      .where('key_id', '=', keyId)
      .where('request_key', '=', requestKey)
      .execute()
  return answer
}

async function claim(db: Kysely<Schema>, { keyId, requestKey, fingerprint, now }: NamedRequest): Promise<boolean> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const { rows } = await sql`
    insert into api_answers as a (key_id, request_key, fingerprint, claimed_at) values (${keyId}, ${requestKey}, ${fingerprint}, ${now})
    on conflict (key_id, request_key) do update
      set fingerprint = excluded.fingerprint, claimed_at = excluded.claimed_at, status = null, headers = null, body = null
      where a.claimed_at < ${ago(keptFor)}
        or (a.status is null and a.fingerprint = excluded.fingerprint and a.claimed_at < ${ago(deadAfter)})
    returning key_id`.execute(db)
  return rows.length > 0
}

async function keptAnswer(
  db: Kysely<Schema>,
  { keyId, requestKey, fingerprint }: NamedRequest,
): Promise<WrittenAnswer> {
  const kept = await db
    .selectFrom('api_answers')
    .selectAll()
    .where('key_id', '=', keyId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
  if (kept && kept.fingerprint !== fingerprint) throw new ApiProblem('key-reused')
  // Removed between the statements, so the first attempt failed and a retry is allowed.
  if (!kept || kept.status === null) throw new ApiProblem('key-in-progress', {}, { 'Retry-After': '1' })
  return { status: kept.status, headers: { ...kept.headers, 'Idempotency-Replayed': 'true' }, body: kept.body }
}

export async function removeOldAnswers(db: Kysely<Schema>, now: Date): Promise<void> {
  await db
    .deleteFrom('api_answers')
    .where('claimed_at', '<', new Date(now.getTime() - keptFor))
    .execute()
}
