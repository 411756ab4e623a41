import { SetupError } from './setup-error.mjs'

/**
 * Says what to do on a system that the hub is not tested on; null on Linux and macOS.
 * @param {string} platform as `process.platform`
 * @param {Record<string, string | undefined>} env
 * @returns {string | null}
 * @throws {SetupError} where the hub could not start, since it has no database there
 */
export function systemNotice(platform, env) {
  if (platform === 'linux' || platform === 'darwin') return null
  const name = platform === 'win32' ? 'Windows' : platform
  const notice = `The Seller Hub is tested on Linux and macOS, not on ${name}.`
  if (env.DATABASE_URL) return notice
  throw new SetupError(
    `${notice} It has no embedded PostgreSQL there: set DATABASE_URL to your own PostgreSQL 15 to 18, then start again.`,
  )
}
