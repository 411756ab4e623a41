import { readConversation } from '#features/orders/conversations/conversation-db.server.ts'
import { readTalk } from '#features/orders/conversations/read-talk.server.ts'
import { readMeasures } from '#features/core/seller-level/measure-sales-db.server.ts'
import { feesOfShop } from '#features/core/fees/fee.ts'
import { openFrom } from '#features/machinery/grid/list-routes.server.ts'
import { readNeighbours } from '#features/machinery/grid/way-back.server.ts'
import { findLeaf } from '#features/core/listing/taxonomy.ts'
import { parseCaseNumber } from '#features/core/order/order-case.ts'
import { gridHref } from '#lib/grid-query.ts'
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
import { readReturnLabel } from './return-label.server.ts'
import { listOfCases } from './cases-list.server.ts'

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
  const { row, context } = details
  const texts = textsFor(reader.locale, seller.timeZone)
  const { policyPack, taxonomy } = hub.config
  const pack = feesOfShop(policyPack, { country: seller.country, currency: row.currency })
  const now = hub.now()
  const { rules, setting, lost } = await read(async (db) => {
    const measures = await readMeasures(db, seller, { standards: policyPack.standards, now })
    return {
      rules: await rulesInCurrency(db, seller.id, row.currency),
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
        group: findLeaf(taxonomy, context.category)?.fees ?? 'DEFAULT',
        line: details.line,
        goneMinor: details.circumstances.goneMinor,
      },
      labelMinor: rules.labelMinor,
      mayAnswer: mayDo(seller.role, 'orders.refund'),
      mayTalk: mayDo(seller.role, 'buyers.talk'),
      hidesAmounts: !mayDo(seller.role, 'amounts.view'),
    }),
    talk: mayDo(seller.role, 'buyers.talk')
      ? await read(async (db) => {
          const { templates, ...conversation } = await readConversation(db, seller.id, row.order_id)
          const { order_number, buyer_username } = context
          return readTalk(db, visit, {
            order: { id: row.order_id, order_number, buyer_username },
            conversation,
            templates,
            about: details.number,
            page: 'case',
            texts,
            timeModel: (at) => ({ text: momentWords(at, now, texts), dateTime: at.toISOString() }),
          })
        })
      : null,
    returnLabel: mayDo(seller.role, 'labels.buy') ? await read((db) => readReturnLabel(db, seller.id, details)) : null,
    done: doneWords(details, url.searchParams.get('done'), texts),
    back,
    neighbours:
      from === null
        ? null
        : await read((db) =>
            readNeighbours(db, list, opened, { id: row.id, words: 'case', texts, href: paths.caseDetails }),
          ),
  }
}

function doneWords({ events, row, restocked }: CaseDetails, done: string | null, texts: Texts): string | null {
  if (done === restockStep) return restocked && texts.t('case.restock.done', { n: restocked.units })
  if (done === undoRestockStep) return restocked ? null : texts.t('case.restock.undone')
  const event = done === null ? undefined : events.findLast(({ after }) => after.step === done)
  return event ? texts.t('case.done', { step: caseStepWords(event.after, row, texts) }) : null
}
