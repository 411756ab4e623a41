import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import { clientNetwork } from './client-network.ts'
import { day, minute } from '#lib/duration.ts'
import { assertDefined } from '#lib/assert-defined.ts'

/** Rate limits: attempts per window; the window, in milliseconds, starts with the first attempt. */
const limits = {
  /** Password attempts of one client, for any account. */
  'sign-in-address': { max: 30, window: 15 * minute },
  /** Password attempts of one client for one account (`attemptPair`): a guesser locks out only himself. */
  'sign-in-pair': { max: 10, window: 15 * minute },
  /** Password attempts for one account from any client, against distributed guessing. */
  'sign-in-email': { max: 50, window: 15 * minute },
  /** Password attempts in a browser in which the member has signed in before. */
  'sign-in-device': { max: 10, window: 15 * minute },
  'code-address': { max: 30, window: 15 * minute },
  /** Code attempts for one account from any client; each followed a correct password. */
  'code-member': { max: 10, window: 15 * minute },
  /** Code attempts in a browser in which the member has signed in before. */
  'code-device': { max: 10, window: 15 * minute },
  /** An authenticator code opens one session (RFC 6238, 5.2) and is valid for 90 seconds. */
  'code-once': { max: 1, window: 1.5 * minute },
  'link-address': { max: 30, window: 15 * minute },
  'reset-address': { max: 20, window: 60 * minute },
  'reset-email': { max: 3, window: 60 * minute },
  'confirm-member': { max: 10, window: 15 * minute },
  /** Invitations by one member, and by all owners of one seller. */
  'invite-member': { max: 20, window: 60 * minute },
  'invite-seller': { max: 40, window: 60 * minute },
  /** Invitations mailed to one address, from any sender. */
  'invite-email': { max: 3, window: 60 * minute },
  /** Messages by one operator, and to the owners of one seller. */
  'write-operator': { max: 30, window: 60 * minute },
  'write-seller': { max: 3, window: 60 * minute },
  /** New accounts by invitation from one client, since the response reveals whether an address has an account. */
  'join-address': { max: 20, window: 15 * minute },
  /** Speed beacons: one per page load. */
  'track-session': { max: 300, window: 10 * minute },
  /** Speed beacons of signed-out visitors; an office may share one address. */
  'track-address': { max: 600, window: 10 * minute },
} as const

const longestWindow = Math.max(...Object.values(limits).map(({ window }) => window))

export type AttemptKind = keyof typeof limits

/** A kind of attempt and its subject: a client address or a member. */
export type Attempt = readonly [kind: AttemptKind, of: string]

/** Whether the attempt is allowed; `retryAt` is the earliest time of the next one. */
export type AttemptOutcome = { ok: true } | { ok: false; reason: 'too-many'; retryAt: Date }

/**
 * Counts attempts and checks all of their limits. The client address is counted first; past its limit nothing else is,
 * so that a blocked client cannot write a row per account. Call it before checking the password or code.
 */
export async function countAttempts(hub: Counting, attempts: readonly Attempt[]): Promise<AttemptOutcome> {
  const addresses = attempts.filter(isOfAddress)
  const others = attempts.filter((attempt) => !isOfAddress(attempt))
  for (const some of [addresses, others].filter(({ length }) => length > 0)) {
    const outcome = await countTogether(hub, some)
    if (!outcome.ok) return outcome
  }
  return { ok: true }
}

interface Counting {
  db: Database
  now: () => Date
}

/** A single statement, so that concurrent attempts in all processes count. */
async function countTogether({ db, now }: Counting, attempts: readonly Attempt[]): Promise<AttemptOutcome> {
  const time = now()
  const rows = attempts.map((attempt) => ({
    key: keyOf(attempt),
    count: 1,
    resets_at: new Date(time.getTime() + limits[attempt[0]].window),
  }))
  // A window ends at most its own length from now. One that ends later was started by a fast clock and is discarded.
  const isOver = sql<boolean>`(rate_limits.resets_at <= ${time}
    or rate_limits.resets_at > excluded.resets_at + (excluded.resets_at - ${time}::timestamptz))`
  const counted = await db.owner
    .insertInto('rate_limits')
    // In a fixed order, so that concurrent statements do not deadlock.
    .values(rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${isOver} then 1 else rate_limits.count + 1 end`,
        resets_at: sql`case when ${isOver} then excluded.resets_at else rate_limits.resets_at end`,
      }),
    )
    .returning(['key', 'count', 'resets_at'])
    .execute()
  const maxOf = new Map(attempts.map((attempt) => [keyOf(attempt), limits[attempt[0]].max]))
  const over = counted.filter((row) => row.count > assertDefined(maxOf.get(row.key), 'only these were counted'))
  if (over.length === 0) return { ok: true }
  return { ok: false, reason: 'too-many', retryAt: new Date(Math.max(...over.map((row) => row.resets_at.getTime()))) }
}

/** Resets attempts after a successful sign-in or password reset. */
export async function forgetAttempts(db: Database, attempts: readonly Attempt[]): Promise<void> {
  // Locked in counting order, so that two sign-ins at once do not deadlock.
  const own = db.owner
    .selectFrom('rate_limits')
    .select('key')
    .where('key', 'in', attempts.map(keyOf))
    .orderBy('key')
    .forUpdate()
  await db.owner
    .with('own', () => own)
    .deleteFrom('rate_limits')
    .where('key', 'in', (query) => query.selectFrom('own').select('own.key'))
    .execute()
}

/** The subject of one client's attempts for one account. */
export function attemptPair(clientIp: string, email: string): string {
  return `${clientNetwork(clientIp)} ${email}`
}

/** Whether it counts a client regardless of account; these are locked first. */
function isOfAddress([kind]: Attempt): boolean {
  return kind.endsWith('-address')
}

/** Hashed key of an attempt: rows outlive their use and must not name people. */
function keyOf(attempt: Attempt): string {
  const [kind, of] = attempt
  const whose = isOfAddress(attempt) ? clientNetwork(of) : of.trim().toLowerCase()
  return `${kind}:${createHash('sha256').update(whose).digest('base64url')}`
}

const teamHistoryDays = 400

/**
 * Deletes expired sessions, one-time links, invitations, challenges, counters and old team history. A job runs it
 * (`server/jobs.ts`).
 */
export async function removeEnded({ db, now }: { db: Database; now: () => Date }): Promise<void> {
  const time = now()
  const ended = db.owner
    .selectFrom('rate_limits')
    .select('key')
    // Also deletes windows started by a fast clock.
    .where((row) => row.not(row.between('resets_at', time, new Date(time.getTime() + 2 * longestWindow))))
    // Skips rows being counted now, which could otherwise deadlock.
    .forUpdate()
    .skipLocked()
  await db.owner.deleteFrom('rate_limits').where('key', 'in', ended).execute()
  await db.owner.deleteFrom('verifications').where('expires_at', '<', time).execute()
  await db.owner.deleteFrom('invitations').where('expires_at', '<', time).execute()
  const kept = new Date(time.getTime() - teamHistoryDays * day)
  await db.owner.deleteFrom('team_events').where('at', '<', kept).execute()
  await db.owner.deleteFrom('sessions').where('expires_at', '<', time).execute()
}
