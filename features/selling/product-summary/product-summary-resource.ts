import { framedLoader } from '#web/guard.server.ts'
import { findSellerId } from '#web/find-seller.server.ts'
import { problemPage, summaryPage } from './summary-document.server.tsx'
import { readSummaryLink } from './summary-link.server.ts'
import { readSummary } from './summary-query.server.ts'
import { listingSummary } from './summary-view.ts'

/**
 * The framed product summary (behaviour.md 7): for the seller's members, or by a signed link for another site, which
 * gets no session cookie.
 */
export const loader = framedLoader('amounts.view', {
  async openLink({ hub, url }) {
    const link = readSummaryLink(hub.secret, url.searchParams, hub.now())
    if (link === null || link === 'refused') return link
    const sellerId = await findSellerId(hub.db.owner, link.seller)
    return sellerId === null ? 'refused' : { sellerId }
  },
  explain: problemPage,
  async run({ read, sellerId, linked, ...visit }) {
    const { hub, url, texts } = visit
    const summary = await read((db) => readSummary(db, { sellerId, query: url.searchParams, now: hub.now(), linked }))
    if (summary === 'unknown-listing') return problemPage(visit, 'unknown')
    if (summary === 'unknown-condition') return problemPage(visit, 'unknown-condition')
    if (summary === 'other-product') return problemPage(visit, 'refused')
    return summaryPage(visit, listingSummary({ ...summary, isOwner: !linked }, texts), summary.isAsked)
  },
})
