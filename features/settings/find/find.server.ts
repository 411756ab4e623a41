import type { FindGroupModel, FindModel } from '#shui/find/find-model.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import { ownRows } from '#web/own-rows.ts'
import { mayDo } from '#web/roles.ts'
import { readFindQuery } from './find-query.ts'
import { findListings, findOrders } from './find-rows-db.server.ts'
import { listingsGroup, ordersGroup, placesGroup } from './find-view.ts'
import { ownPlaces, type PlacesVisit } from './own-places.server.ts'
import { withWords } from './place-words.ts'
import { matchPlaces } from './places.ts'

/**
 * Everything matching the typed text: pages by name, orders and listings as their lists search them. Digits and `#` mean
 * orders alone, and no page.
 */
export async function find(visit: PlacesVisit): Promise<FindModel> {
  const { hub, signedIn, url, texts } = visit
  const q = url.searchParams.get('q') ?? ''
  const question = readFindQuery(q)
  const { seller } = signedIn
  const { ordersOnly, isNumber, text } = question
  const places =
    ordersOnly || isNumber ? [] : placesGroup(matchPlaces(withWords(await ownPlaces(visit), texts), text), texts)
  if (!seller) return answer(q, places, texts)
  const { id: sellerId, role, timeZone: zone } = seller
  const reader = { sellerId, role, now: hub.now(), zone, policyPack: hub.config.policyPack }
  const hidesAmounts = !mayDo(role, 'amounts.view')
  const mayEdit = mayDo(role, 'listings.edit')
  const found = await ownRows(hub, sellerId).read(async (db) => [
    ...ordersGroup(await findOrders(db, question, reader), { texts, hidesAmounts }),
    ...(ordersOnly
      ? []
      : listingsGroup(await findListings(db, question, reader), {
          texts: textsFor(texts.locale, zone),
          mayEdit,
          hidesAmounts,
        })),
  ])
  return answer(q, [...places, ...found], texts)
}

function answer(q: string, groups: FindGroupModel[], { t }: Texts): FindModel {
  const n = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  return { q, groups, status: n === 0 ? t('find.none') : t('find.results', { n }) }
}
