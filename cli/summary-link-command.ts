import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { sellersNamed } from '#features/accounts/members.server.ts'
import { findListing } from '#features/product-summary/product-summary-db.server.ts'
import { signSummaryLink, summaryLinkDays } from '#features/product-summary/summary-link.server.ts'
import type { Hub } from '#web/hub.ts'
import { createHub } from '#server/hub.ts'
import { UsageError, type Command } from './command.ts'
import { day } from '#lib/duration.ts'

const { usual, most } = summaryLinkDays

/** Issues signed links to product summaries, for pages on other sites that frame them. */
export const summaryLinkCommand: Command = {
  name: 'summary-link',
  summary: 'print a signed link to the product summary of a listing, for a page on another site',
  help: `npm run hub -- summary-link --seller <seller> --listing <item number> [--days <n>]

Prints an address that shows what the listing's product typically sells for, without a session, for ${usual} days or as
many as --days says (1 to ${most}). Whoever has it sees that summary in any condition, and nothing else. A page on another
site can frame it where PRODUCT_SUMMARY_PARENTS names that site. --seller is a seller's id, user name or external id.

npm run hub -- summary-link --seller harbour-camera --listing 110000000017 --days 90`,
  async run(args, { config, openDatabase, say, now }) {
    const { url } = await openDatabase()
    const hub = await createHub({ config, databaseUrl: url, log: pino({ level: 'silent' }), now })
    try {
      say(await issueSummaryLink(args, hub))
    } finally {
      await hub.db.close()
    }
  },
}

/** The address that `summary-link` prints. Throws UsageError for a seller, listing or time that it cannot take. */
export async function issueSummaryLink(
  args: string[],
  { db, config, secret, now }: Pick<Hub, 'db' | 'config' | 'secret' | 'now'>,
): Promise<string> {
  const { seller, listing, days } = read(args)
  const [found, ...others] = await sellersNamed(db.owner, seller)
  if (!found) throw new UsageError(`No seller has the id, user name or external id “${seller}”.`)
  if (others.length > 0) throw new UsageError(`“${seller}” is the name of several sellers. Use the user name.`)
  const known = await db.asSeller(found.id, 'read', (reader) => findListing(reader, found.id, listing))
  if (!known) throw new UsageError(`${found.displayName} has no listing with the item number ${listing}.`)
  const expiresAt = new Date(now().getTime() + days * day)
  return config.publicUrl + signSummaryLink(secret, { seller: found.username, listingId: listing, expiresAt })
}

function read(args: string[]): { seller: string; listing: string; days: number } {
  const options = { seller: { type: 'string' }, listing: { type: 'string' }, days: { type: 'string' } } as const
  try {
    const { values } = parseArgs({ args, options, strict: true })
    const days = Number(values.days ?? usual)
    if (!values.seller || !values.listing) throw new UsageError('Say whose and which: --seller and --listing.')
    if (!Number.isInteger(days) || days < 1 || days > most)
      throw new UsageError(`--days takes a whole number from 1 to ${most}.`)
    return { seller: values.seller, listing: values.listing, days }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message)
  }
}
