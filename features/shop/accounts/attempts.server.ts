import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import { clientNetwork } from './client-network.ts'
import { day, minute } from '#lib/duration.ts'
import { certain } from '#lib/certain.ts'

/** How many attempts of a kind there may be, and in how long a window (milliseconds) that begins with the first. */
const limits = {
  /** One client's passwords, whatever the accounts. */
  'sign-in-address': { max: 30, window: 15 * minute },
  /** One client's passwords for one account (`attemptPair`): whoever guesses shuts himself out, not the member. */
  'sign-in-pair': { max: 10, window: 15 * minute },
  /** One account's passwords, whatever the clients: many addresses cannot guess one account. */
  'sign-in-email': { max: 50, window: 15 * minute },
  /** The passwords of a browser that the member has signed in with before, for that member. */
  'sign-in-device': { max: 10, window: 15 * minute },
  'code-address': { max: 30, window: 15 * minute },
  /** One account's codes, whatever the clients; the password was right before each. */
  'code-member': { max: 10, window: 15 * minute },
  /** The same in a browser that the member has signed in with before. */
  'code-device': { max: 10, window: 15 * minute },
  /** One code of an authenticator opens one session (RFC 6238, 5.2), and is good for 90 seconds. */
  'code-once': { max: 1, window: 1.5 * minute },
  'link-address': { max: 30, window: 15 * minute },
  'reset-address': { max: 20, window: 60 * minute },
  'reset-email': { max: 3, window: 60 * minute },
  /** A signed-in member's own password, asked for again before something that matters. */
  'confirm-member': { max: 10, window: 15 * minute },
  /** Invitations of one member, and of one seller's owners together. */
  'invite-member': { max: 20, window: 60 * minute },
  'invite-seller': { max: 40, window: 60 * minute },
  /** Invitations that are mailed to one address, whoever sends them. */
  'invite-email': { max: 3, window: 60 * minute },
  /** What one operator writes to owners of sellers, and what the owners of one seller are written. */
  'write-operator': { max: 30, window: 60 * minute },
  'write-seller': { max: 3, window: 60 * minute },
  /** One client's new accounts by invitation: an address that has an account already is told of. */
  'join-address': { max: 20, window: 15 * minute },
  /** Beacons of site speed: one a page load, and a person opens few a minute. */
  'track-session': { max: 300, window: 10 * minute },
  /** The same of whoever is not signed in; an office may share one address. */
  'track-address': { max: 600, window: 10 * minute },
} as const

const longestWindow = Math.max(...Object.values(limits).map(({ window }) => window))

/** What is limited. */
export type AttemptKind = keyof typeof limits

/** What is counted: a kind and whose attempt it is, an address of a client or a member. */
export type Attempt = readonly [kind: AttemptKind, of: string]

/** Whether to go on; `retryAt` is when the next attempt may be made. */
export type AttemptOutcome = { ok: true } | { ok: false; reason: 'too-many'; retryAt: Date }

/**
 * Counts attempts and says whether all of them are within their limits (rate limit). A client's address is counted first, and
 * past its limit nothing else is: whoever is refused can write no row for each account that he names. Call it before the password
 * or code is looked at.
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

/** What attempts are counted with. */
interface Counting {
  db: Database
  now: () => Date
}

/** One statement, so that attempts at the same moment in any number of processes all count. */
async function countTogether({ db, now }: Counting, attempts: readonly Attempt[]): Promise<AttemptOutcome> {
  const time = now()
  const rows = attempts.map((attempt) => ({
    key: keyOf(attempt),
    count: 1,
    resets_at: new Date(time.getTime() + limits[attempt[0]].window),
  }))
  // A window ends at most its own length from now. One that ends a whole length later was begun by a clock that was ahead; clocks
  // that differ by less go on counting together.
  const isOver = sql<boolean>`(rate_limits.resets_at <= ${time}
    or rate_limits.resets_at > excluded.resets_at + (excluded.resets_at - ${time}::timestamptz))`
  const counted = await db.owner
    .insertInto('rate_limits')
    // In one order everywhere, so that no two statements wait for each other.
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
  const over = counted.filter((row) => row.count > certain(maxOf.get(row.key), 'only these were counted'))
  if (over.length === 0) return { ok: true }
  return { ok: false, reason: 'too-many', retryAt: new Date(Math.max(...over.map((row) => row.resets_at.getTime()))) }
}

/** Forgets attempts: whoever signed in, or holds the mailbox, starts anew. */
export async function forgetAttempts(db: Database, attempts: readonly Attempt[]): Promise<void> {
  // Locked in the order in which they are counted: who signs in twice at one moment waits in no ring with himself.
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

/** Whose attempt it is where a client's are counted for one account. */
export function attemptPair(clientIp: string, email: string): string {
  return `${clientNetwork(clientIp)} ${email}`
}

/** Whether it is one of a client, whatever the account: their names come first in the order in which rows are locked. */
function isOfAddress([kind]: Attempt): boolean {
  return kind.endsWith('-address')
}

/** Names the attempt without naming the person: this table outlives its use. */
function keyOf(attempt: Attempt): string {
  const [kind, of] = attempt
  const whose = isOfAddress(attempt) ? clientNetwork(of) : of.trim().toLowerCase()
  return `${kind}:${createHash('sha256').update(whose).digest('base64url')}`
}

/** Days that the history of a team is kept. */
const teamHistoryDays = 400

/** Removes what has ended: sessions, one-time links, invitations and challenges, counted attempts, old history of teams. A job runs it (`server/jobs.ts`). */
export async function removeEnded({ db, now }: { db: Database; now: () => Date }): Promise<void> {
  const time = now()
  const ended = db.owner
    .selectFrom('rate_limits')
    .select('key')
    // Also those that a clock that was ahead has begun.
    .where((row) => row.not(row.between('resets_at', time, new Date(time.getTime() + 2 * longestWindow))))
    // Past rows that are being counted right now, which would otherwise wait for each other.
    .forUpdate()
    .skipLocked()
  await db.owner.deleteFrom('rate_limits').where('key', 'in', ended).execute()
  await db.owner.deleteFrom('verifications').where('expires_at', '<', time).execute()
  await db.owner.deleteFrom('invitations').where('expires_at', '<', time).execute()
  const kept = new Date(time.getTime() - teamHistoryDays * day)
  await db.owner.deleteFrom('team_events').where('at', '<', kept).execute()
  await db.owner.deleteFrom('sessions').where('expires_at', '<', time).execute()
}
