import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import type { SellerDb } from '#db/client.ts'
import { newMessageKey } from '#features/orders/conversations/add-message-db.server.ts'
import { readConversation } from '#features/orders/conversations/conversation-db.server.ts'
import { offerTemplates } from '#features/orders/conversations/insert-template-db.server.ts'
import { threadModel, type ThreadModel } from '#features/orders/conversations/thread-view.ts'
import type { ThreadForm } from '#features/orders/conversations/message-form.tsx'
import { readMeasures } from '#features/core/seller-level/measure-sales-db.server.ts'
import { feesOfShop } from '#features/core/fees/fee.ts'
import { countRows } from '#features/machinery/grid/list-db.server.ts'
import { findNeighbours, type Neighbour } from '#features/machinery/grid/list-neighbours-db.server.ts'
import { openFrom } from '#features/machinery/grid/list-routes.server.ts'
import type { Reading } from '#features/machinery/grid/list.ts'
import type { NeighboursModel, WayBackProps } from '#features/machinery/grid/neighbours.tsx'
import { findLeaf } from '#features/core/listing/taxonomy.ts'
import { parseCaseNumber } from '#features/core/order/order-case.ts'
import { formatGridQuery, gridHref } from '#lib/grid-query.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { loadCase, type CaseDetails } from './case-details-db.server.ts'
import { readCaseSetting } from './case-setting-db.server.ts'
import { caseStepWords } from './case-event-words.ts'
import { rulesInCurrency } from './case-rules-db.server.ts'
import { caseModel } from './case-model.ts'
import { restockStep, undoRestockStep } from './case-restock.ts'
import { listOfCases, type Cases } from './cases-list.server.ts'

/** Finds the case in the URL; 404 if the seller has no such case. */
export async function findCase({ read, seller, url }: SellerArgs): Promise<CaseDetails> {
  const number = parseCaseNumber(url.searchParams.get('case'))
  const details = number && (await read((db) => loadCase(db, { sellerId: seller.id, number })))
  if (!details) throw refuse('not-found')
  return details
}

export async function readCasePage(visit: SellerArgs) {
  const { hub, read, seller, texts: reader, url } = visit
  const details = await findCase(visit)
  const texts = textsFor(reader.locale, seller.timeZone)
  const { policyPack, taxonomy } = hub.config
  const pack = feesOfShop(policyPack, { country: seller.country, currency: details.row.currency })
  const now = hub.now()
  const { rules, setting, lost } = await read(async (db) => {
    const measures = await readMeasures(db, seller, { standards: policyPack.standards, now })
    return {
      rules: await rulesInCurrency(db, seller.id, details.row.currency),
      setting: await readCaseSetting(db, seller.id, policyPack),
      lost: { cases: measures.counts.cases, orders: measures.counts.orders, since: measures.on.window.from },
    }
  })
  const from = url.searchParams.get('from')
  const list = listOfCases[details.facts.kind]
  const path = paths.cases[details.facts.kind]
  const opened = openFrom(list, path, from ?? '', visit)
  const back = {
    href: gridHref(path, opened.query, opened.definition),
    label: texts.t('case.back', { kind: details.facts.kind }),
  }
  return {
    model: caseModel(details, {
      now,
      texts,
      setting,
      lost,
      fees: pack && {
        pack,
        group: findLeaf(taxonomy, details.context.category)?.fees ?? 'DEFAULT',
        line: details.line,
        goneMinor: details.circumstances.goneMinor,
      },
      labelMinor: rules.labelMinor,
      mayAnswer: mayDo(seller.role, 'orders.refund'),
      mayTalk: mayDo(seller.role, 'buyers.talk'),
      hidesAmounts: !mayDo(seller.role, 'amounts.view'),
    }),
    talk: mayDo(seller.role, 'buyers.talk') ? await read((db) => readTalk(db, details, visit)) : null,
    done: doneWords(details, url.searchParams.get('done'), texts),
    back,
    neighbours: from === null ? null : await neighboursOf(visit, details, opened),
  }
}

async function readTalk(
  db: SellerDb,
  { row, number, context }: CaseDetails,
  { hub, seller, texts: reader, url }: SellerArgs,
): Promise<{ model: ThreadModel; form: ThreadForm }> {
  const texts = textsFor(reader.locale, seller.timeZone)
  const from = url.searchParams.get('from')
  const timeModel = (at: Date) => ({ text: momentWords(at, hub.now(), texts), dateTime: at.toISOString() })
  const { templates, ...conversation } = await readConversation(db, seller.id, row.order_id)
  return {
    model: threadModel(conversation, {
      buyer: shownBuyer(context.buyer_username, texts),
      texts,
      timeModel,
    }),
    form: {
      href: paths.conversation(context.order_number),
      messageKey: newMessageKey(),
      subject: number,
      ...(await offerTemplates(db, templates, {
        sellerId: seller.id,
        orderId: row.order_id,
        shop: seller.displayName,
        asked: url.searchParams.get('template'),
        texts,
      })),
      templateHref: paths.case,
      templateFields: [['case', number], ...(from === null ? [] : [['from', from] as const])],
    },
  }
}

function doneWords({ events, row, restocked }: CaseDetails, done: string | null, texts: Texts): string | null {
  if (done === restockStep) return restocked && texts.t('case.restock.done', { n: restocked.units })
  if (done === undoRestockStep) return restocked ? null : texts.t('case.restock.undone')
  const event = done === null ? undefined : events.findLast(({ after }) => after.step === done)
  return event ? texts.t('case.done', { step: caseStepWords(event.after, row, texts) }) : null
}

async function neighboursOf(
  { read, texts: reader, seller }: SellerArgs,
  { row, facts }: CaseDetails,
  opened: Reading<Cases>,
): Promise<WayBackProps['neighbours']> {
  const { t, number } = textsFor(reader.locale, seller.timeZone)
  const list = listOfCases[facts.kind]
  const { place, previous, next, all } = await read(async (db) => {
    const found = await findNeighbours(db, list, opened, row.id)
    return { ...found, all: found.place === null ? null : await countRows(db, list, opened) }
  })
  const href = (neighbour: Neighbour | null) =>
    neighbour &&
    paths.caseDetails(neighbour.key, formatGridQuery({ ...opened.query, offset: neighbour.offset }, opened.definition))
  const model: NeighboursModel = {
    label: t('case.neighbours'),
    place: place === null || all === null ? null : t('case.place', { place: number(place), all: number(all) }),
    previous: { label: t('case.previous'), href: href(previous) },
    next: { label: t('case.next'), href: href(next) },
  }
  return model
}
