import { randomBytes } from 'node:crypto'
import type { SellerDb } from '#db/client.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { readCodesOf } from '#features/core/listing/sku-codes-db.server.ts'
import { readList } from '#features/machinery/grid/list-db.server.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import { inventoryList } from '#features/selling/inventory/inventory-list.server.ts'
import { parseStockNumber } from '#features/selling/inventory/stock-item.ts'
import { oneOf, secretOf, textOf } from '#lib/form-fields.ts'
import { plainCode } from '#lib/gtin.ts'
import type { Texts } from '#texts/texts.ts'
import { refused } from '#web/form-answer.ts'
import type { SellerActionArgs, SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { redirect } from '#web/router/router.ts'
import { assignCode, readUnknown, removeCode } from './assign-code-db.server.ts'
import { codeLimits, type CodeRefusal } from './sku-code.ts'
import { takeChanges } from './take-counts-db.server.ts'

const outcomes = ['assigned', 'removed'] as const

/** What an address names: a code to assign, the SKU that has it or shall, and the count in which it was scanned. */
function namedIn({ searchParams: params }: URL) {
  const count = params.get('count') ?? ''
  return {
    code: params.get('code')?.trim() ?? '',
    q: params.get('q')?.trim() ?? '',
    item: parseStockNumber(params.get('item')),
    count: /^[0-9a-f]{16}$/.test(count) ? count : undefined,
    from: params.get('from') === 'pack' ? ('pack' as const) : undefined,
  }
}

/** Reads the code in the URL with the SKUs that were searched, or the SKU with its codes. */
export async function readAssignCodePage({ hub, read, seller, url }: SellerArgs) {
  const { code, q, item, count, from } = namedIn(url)
  const reader = {
    sellerId: seller.id,
    role: seller.role,
    now: hub.now(),
    zone: seller.timeZone,
    policyPack: hub.config.policyPack,
  }
  const searched = new URLSearchParams({ q, limit: '25' })
  const list = openList(inventoryList, { pathname: paths.inventory, searchParams: searched }, reader)
  const { shown, rows } = await read(async (db) => ({
    shown: item && (await readItem(db, seller.id, item)),
    rows: item === null && q !== '' ? (await readList(db, inventoryList, list)).rows : [],
  }))
  if (shown === undefined) throw refuse('not-found')
  const done = outcomes.find((outcome) => outcome === url.searchParams.get('done')) ?? null
  return {
    code,
    /** The code that was assigned just now. */
    fresh: done === 'assigned' ? plainCode(code) : null,
    q,
    count,
    from,
    most: codeLimits.length,
    done,
    item: shown ? { number: item ?? '', sku: shown.sku, codes: shown.codes } : null,
    found: rows.flatMap(({ stock_number: number, sku, title, variation, is_kit: isKit }) =>
      isKit ? [] : [{ number, sku, title: [title, variation].filter(Boolean).join(', ') }],
    ),
    back: count
      ? paths.stockCount(count)
      : from === 'pack'
        ? paths.pack
        : item
          ? paths.stockItem(item)
          : paths.inventory,
  }
}

async function readItem(db: SellerDb, sellerId: number, number: string) {
  const item = await selectOfSeller(db, 'stock_items', sellerId)
    .select('sku')
    .where('stock_number', '=', number)
    .executeTakeFirst()
  return item && { sku: item.sku, codes: await readCodesOf(db, sellerId, item.sku) }
}

/** Assigns a code to a SKU, or takes it back; `step` names the form. */
export async function changeCode({ form, hub, seller, member, texts, url, write }: SellerActionArgs) {
  const { count, from } = namedIn(url)
  const step = oneOf(form, 'step', ['assign', 'remove'])
  const number = parseStockNumber(textOf(form, 'item'))
  const code = secretOf(form, 'code').trim()
  if (!step || !number) throw refuse('malformed')
  const refusal = await write(async (db) => {
    const item = await readItem(db, seller.id, number)
    if (!item) throw refuse('not-found')
    const { sku } = item
    if (step === 'remove') return removeCode(db, { sellerId: seller.id, code, sku })
    const counted = count ? await readUnknown(db, { sellerId: seller.id, id: count }, code) : null
    const no = await assignCode(db, { sellerId: seller.id, code, sku, by: member.name, now: hub.now() })
    if (no || counted === null || !count) return no
    const change = { kind: 'assign', code, sku, counted } as const
    const sent = { from: randomBytes(8).toString('hex'), n: 1, change }
    await takeChanges(db, { sellerId: seller.id, id: count }, [sent])
    return null
  })
  if (refusal) return refused<'code'>({ code: refusalWords(refusal, texts) }, { code })
  const done = step === 'assign' ? 'assigned' : 'removed'
  return redirect(paths.assignCode({ code, item: number, count, from, done }), { status: 303 })
}

const refusalWords = (refusal: CodeRefusal, { t }: Texts) =>
  t('inventory.code.refused', { sku: '', most: codeLimits.codes, length: codeLimits.length, ...refusal })
