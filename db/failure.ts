import { errorCode } from '#lib/error-text.ts'

// The driver's own words, which have no code: no connection in time, or one that broke.
const awayMessage =
  /^(timeout exceeded when trying to connect$|Connection terminated|Client has encountered a connection error)/
// A statement past its time; all of class 53, for what the server has no more of: connections, memory, room on its disk;
// ended by an administrator, starting up or shutting down; one that may only be read for now, as those that are looked after
// do before their disk is full, and one that is to follow another; all of class 08, for the connection itself; no server
// there, no machine, no way to it, or none that answers. The hub's own machine may have no more of something too: room for
// what is being uploaded, files and ports that may be open.
const awayCode = new RegExp(
  `^(${[
    '57014|53...|57P0[1-3]|25006|08...',
    'ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN',
    'EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN',
    'ENOSPC|EDQUOT|EMFILE|ENFILE|EADDRNOTAVAIL',
  ].join('|')})$`,
)

/** Whether work failed since the database was away, or had no time or no room for it: the same may well succeed a little later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return awayMessage.test(error.message) || awayCode.test(errorCode(error)) || isDatabaseAway(error.cause)
}

/** Whether work failed since one statement of it ran out of time: others may have what they need. */
export const isPastItsTime = (error: unknown): boolean => errorCode(error) === '57014'

/** How often work is tried that meets other transactions. */
const mostTries = 3

/** Does work again where it failed of other transactions alone, a few times; `because` says whether it did. */
export async function tryAgain<T>(work: () => Promise<T>, because: (error: unknown) => boolean): Promise<T> {
  for (let tried = 1; ; tried += 1)
    try {
      return await work()
    } catch (error) {
      if (tried === mostTries || !because(error)) throw error
    }
}

/** Whether PostgreSQL ended work so that others can go on: a ring of locks, or a transaction that cannot be put in line. */
const hasGivenWay = (error: unknown) => ['40P01', '40001'].includes(errorCode(error))

/**
 * The same, or another transaction wrote first what may be there once, or took away what work refers to: done again, work finds what the
 * other one left.
 */
export const hasMetAnother = (error: unknown) => hasGivenWay(error) || ['23505', '23503'].includes(errorCode(error))
