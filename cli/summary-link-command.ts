import { sellersNamed } from '#features/people/accounts/members.server.ts'
import { findListing } from '#features/selling/product-summary/product-summary-db.server.ts'
import { signSummaryLink, summaryLinkDays } from '#features/selling/product-summary/summary-link.server.ts'
import type { Hub } from '#web/hub.ts'
import { day } from '#lib/duration.ts'
import { readArguments, required, UsageError, wholeNumber } from './arguments.ts'
import type { Command } from './command.ts'

const { usual, most } = summaryLinkDays

export const summaryLinkCommand: Command = {
  name: 'summary-link',
  summary: 'print a signed link to the product summary of a listing, for a page on another site',
  help: `npm run hub -- summary-link --seller <seller> --listing <item number> [--days <n>]

Prints a link that shows what the listing's product typically sells for, without sign-in. It is valid for ${usual} days, or
for --days (1 to ${most}), and shows only this summary, in any condition. Sites in PRODUCT_SUMMARY_PARENTS can frame it.
--seller is a seller's id, user name or external id.

The item number is in the list of listings and in the listing's address. An example from the demo marketplace:

npm run hub -- summary-link --seller harbour-camera --listing 118304211004 --days 90`,
  async run(args, { openHub, say }) {
    const asked = readAsked(args)
    say(await issueSummaryLink(asked, await openHub({ signs: true })))
  },
}

/** The listing of the link, and its validity in days. */
type AskedLink = ReturnType<typeof readAsked>

/** The URL that `summary-link` prints. Throws UsageError for an unknown seller or listing. */
export async function issueSummaryLink(
  { seller, listing, days }: AskedLink,
  { db, config, secret, now }: Pick<Hub, 'db' | 'config' | 'secret' | 'now'>,
): Promise<string> {
  const [found, ...others] = await sellersNamed(db.owner, seller)
  if (!found) throw new UsageError(`No seller has the id, user name or external id “${seller}”.`)
  if (others.length > 0) throw new UsageError(`“${seller}” matches several sellers. Use the user name.`)
  const known = await db.asSeller(found.id, 'read', (reader) => findListing(reader, found.id, listing))
  if (!known) throw new UsageError(`${found.displayName} has no listing with the item number ${listing}.`)
  const expiresAt = new Date(now().getTime() + days * day)
  return config.publicUrl + signSummaryLink(secret, { seller: found.username, listingId: listing, expiresAt })
}

function readAsked(args: string[]) {
  const option = { type: 'string' } as const
  const { values } = readArguments(args, { options: { seller: option, listing: option, days: option }, takes: [] })
  return {
    seller: required(values.seller, '--seller'),
    listing: required(values.listing, '--listing'),
    days: values.days === undefined ? usual : wholeNumber(values.days, '--days', { least: 1, most }),
  }
}
