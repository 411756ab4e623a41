import { z } from 'zod'
import { signSummaryLink, summaryLinkDays } from '#features/selling/product-summary/summary-link.server.ts'
import { day } from '#lib/duration.ts'
import { sellerEndpoint, type Endpoint } from './endpoint.ts'
import { sentMoment } from './fields.ts'
import { listingParams, readNamedListing } from './listings.ts'
import { noQuery } from './sellers.ts'

const linkBody = z
  .strictObject({
    days: z
      .int()
      .min(1)
      .max(summaryLinkDays.most)
      .optional()
      .meta({ description: `For how many days it is good; ${summaryLinkDays.usual} where it is left out` }),
  })
  .meta({ id: 'SummaryLinkBody', description: 'A wish for a link to a product summary' })

const link = z
  .object({
    url: z.string().describe('To be framed; whoever has it sees this summary, in any condition, and nothing else'),
    expiresAt: sentMoment(),
  })
  .meta({ id: 'SummaryLink', description: 'Where the product of a listing shows what it sells for' })

/** Links to a product's market summary, for the marketplace to embed in frames. */
export const summaryLinkEndpoints: Endpoint[] = [
  sellerEndpoint(
    {
      method: 'POST',
      path: '/sellers/{seller}/listings/{item}/summary-links',
      operationId: 'addSummaryLink',
      tag: 'Listings',
      summary: 'Create a link to a listing’s product summary',
      description:
        'Made to be framed by a page of an origin that PRODUCT_SUMMARY_PARENTS names. Nothing is kept of it: asked again, it is another link.',
      scope: 'listings:read',
      params: listingParams,
      query: noQuery,
      body: linkBody,
      example: { days: 1 },
      answers: { 201: { description: 'The link', schema: link } },
      problems: [],
    },
    async ({ hub, seller, params, body, read }) => {
      const { item_number: item } = await read((db) => readNamedListing(db, seller.id, params.item))
      const expiresAt = new Date(hub.now().getTime() + (body.days ?? summaryLinkDays.usual) * day)
      const signed = signSummaryLink(hub.secret, { seller: seller.username, listingId: item, expiresAt })
      return { status: 201, body: { url: hub.config.publicUrl + signed, expiresAt: expiresAt.toISOString() } }
    },
  ),
]
