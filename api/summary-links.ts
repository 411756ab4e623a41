import { z } from 'zod'
import { signSummaryLink, summaryLinkDays } from '#features/selling/product-summary/summary-link.server.ts'
import { day } from '#lib/duration.ts'
import { sellerEndpoint, type Endpoint } from './endpoint.ts'
import { sentMoment } from './fields.ts'
import { requireListing } from './listing-rows.ts'
import { listingParams } from './listing-schemas.ts'

const linkBody = z
  .strictObject({
    days: z
      .int()
      .min(1)
      .max(summaryLinkDays.most)
      .optional()
      .meta({ description: `Validity in days. Default: ${summaryLinkDays.usual}` }),
  })
  .meta({ id: 'SummaryLinkBody', description: 'A request for a link to a product summary' })

const link = z
  .object({
    url: z
      .string()
      .describe('URL to embed in a frame. Anyone who has it can see this summary, for any condition, and nothing else'),
    expiresAt: sentMoment(),
  })
  .meta({ id: 'SummaryLink', description: 'A link to the market summary of a listing’s product' })

/** Links to a product's market summary, for the marketplace to embed in frames. */
export const summaryLinkEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'POST /sellers/{seller}/listings/{item}/summary-links',
    operationId: 'addSummaryLink',
    summary: 'Create a link to a listing’s product summary',
    description:
      'The link can be framed by pages of the origins in PRODUCT_SUMMARY_PARENTS. It is not stored: each request returns a new link.',
    scope: 'listings:read',
    params: listingParams,
    body: linkBody,
    example: { days: 1 },
    answers: { 201: { description: 'The link was created', schema: link } },
    handle: async ({ hub, seller, params, body, read }) => {
      const { item_number: item } = await read((db) => requireListing(db, seller.id, params.item))
      const expiresAt = new Date(hub.now().getTime() + (body.days ?? summaryLinkDays.usual) * day)
      const signed = signSummaryLink(hub.secret, { seller: seller.username, listingId: item, expiresAt })
      return { status: 201, body: { url: hub.config.publicUrl + signed, expiresAt: expiresAt.toISOString() } }
    },
  }),
]
