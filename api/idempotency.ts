import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { day, minute } from '#lib/duration.ts'
import { ApiProblem } from './problem.ts'

/** An answer as it is sent, and kept. */
export interface WrittenAnswer {
  status: number
  headers: Record<string, string>
  body: string | null
}

/** Milliseconds for which an answer is kept. */
const keptFor = 30 * day
/** Milliseconds after which whoever worked at a request counts as dead. No request takes as long. */
const deadAfter = 2 * minute

interface NamedRequest {
  keyId: string
  /** The Idempotency-Key. */
  requestKey: string
  fingerprint: string
  now: Date
  /** Whose data the answer holds; null is no seller's. Asked once the work is done: it may have added the seller. */
  sellerOf: () => Promise<number | null>
}

/** What makes a request the one that it is. */
interface AskedFor {
  method: string
  path: string
  /** The state that it is about, where it names one. */
  ifMatch: string | null
  body: string
}

/** What a request is: another one under the same Idempotency-Key is a mistake. */
export function fingerprintOf({ method, path, ifMatch, body }: AskedFor): string {
  const about = ifMatch === null ? '' : ` if ${ifMatch}`
  return createHash('sha256').update(`${method} ${path}${about}\n${body}`).digest('base64url')
}

/**
 * Does the work of a request that names itself once: asked again, the same answer is sent again, from whichever process. Failures
 * are not kept; a process that died leaves the request to who asks next, and the ids of what is written keep that from being
 * done twice.
 */
export async function answerOnce(
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
  // Where that fails it is not forgotten: asked again at once, what was done would be done a second time.
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
  // Gone between the two statements: whoever worked at it failed, and it may be asked again.
  if (!kept || kept.status === null) throw new ApiProblem('key-in-progress', {}, { 'Retry-After': '1' })
  return { status: kept.status, headers: { ...kept.headers, 'Idempotency-Replayed': 'true' }, body: kept.body }
}

/** Forgets answers that were kept long enough. A job runs it. */
export async function removeOldAnswers(db: Kysely<Schema>, now: Date): Promise<void> {
  await db
    .deleteFrom('api_answers')
    .where('claimed_at', '<', new Date(now.getTime() - keptFor))
    .execute()
}
