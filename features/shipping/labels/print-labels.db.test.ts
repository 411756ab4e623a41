import { getDocumentProxy } from 'unpdf'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addRows } from '#db/testing-row.ts'
import { addTestMember, addTestSeller } from '#features/people/accounts/testing.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { paths, withQuery } from '#web/paths.ts'
import { loader } from './labels-print-resource.ts'
import { mostInFile, printParts } from './print-labels.server.ts'
import { labelRequest, startTestCarrier } from './testing.ts'
import { wantLabels } from './want-labels-db.server.ts'
import { workOnLabel } from './work-label.server.ts'

const now = new Date('2026-11-20T14:30:00Z')
const db = await testDatabase()
const carrier = await startTestCarrier(db, () => now)
afterAll(() => carrier.stop())
const { hub } = carrier

/** A shop that has bought labels for its SKUs, and what it gets when it prints them. */
async function shop(formats: Record<string, 'PDF_A6' | 'ZPL'>) {
  const { id, email } = await addTestMember(hub)
  const sellerId = await addTestSeller(db, { [id]: 'shipper' })
  const account = await carrier.account(sellerId)
  const keys: Record<string, string> = {}
  const numbers: Record<string, string> = {}
  for (const [sku, format] of Object.entries(formats)) {
    const order = await addOrderToShip(db, sellerId, [1])
    await db.owner.updateTable('line_items').set({ sku }).where('order_id', '=', order.id).execute()
    const request = labelRequest(order, account, { format })
    const member = { id, name: 'Ada', isLimited: false }
    const [wanted] = await db.asSeller(sellerId, 'write', (own) =>
      wantLabels(own, { sellerId, member, batch: null, zone: 'UTC', now }, [request]),
    )
    if (!wanted?.ok) throw new Error(wanted?.reason)
    expect(await workOnLabel(hub, wanted.label)).toMatchObject({ state: 'BOUGHT' })
    keys[sku] = request.key
    numbers[sku] = order.number
  }
  const browser = await signedInBrowser(hub, email)
  const print = async (more: Record<string, string> = {}, skus = Object.keys(keys)) => {
    const answer = Promise.withResolvers<Response>()
    const resource = { loader: (args: never) => loader(args).then(answer.resolve, answer.reject) }
    await browser.get(resource, withQuery(paths.labelsPrint(...skus.map((sku) => keys[sku]!)), more))
    return answer.promise
  }
  /** Whose label it is: it names its order. */
  const skuOf = (text: string) => Object.keys(numbers).find((sku) => text.includes(numbers[sku]!))
  return { sellerId, print, skuOf }
}

/** The text of each page, without spaces. */
async function pagesOf(response: Response): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_each, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent()
      return items
        .map((item) => ('str' in item ? item.str : ''))
        .join('')
        .replaceAll(/\s/g, '')
    }),
  )
}

it('prints labels in the chosen order, or in the order in which their parcels are picked', async () => {
  const { sellerId, print, skuOf } = await shop({ LAST: 'PDF_A6', TEN: 'PDF_A6', TWO: 'PDF_A6' })
  await addRows(db.owner, 'bins', [
    { seller_id: sellerId, sku: 'TEN', bin: 'A-10' },
    { seller_id: sellerId, sku: 'TWO', bin: 'A-2' },
  ])
  expect((await pagesOf(await print({}, ['TEN', 'LAST', 'TWO']))).map(skuOf)).toEqual(['TEN', 'LAST', 'TWO'])
  expect((await pagesOf(await print({ order: 'pick' }))).map(skuOf)).toEqual(['TWO', 'TEN', 'LAST'])
})

it('offers labels of two types as two files, so that none is left out', async () => {
  const { print, skuOf } = await shop({ ONE: 'PDF_A6', TWO: 'ZPL', THREE: 'PDF_A6' })
  const page = await (await print()).text()
  expect(page).toContain('2 labels to print (PDF)')
  expect(page).toContain('1 label for a label printer (ZPL)')
  expect((await pagesOf(await print({ file: '1' }))).map(skuOf)).toEqual(['ONE', 'THREE'])
  const zpl = await print({ file: '2' })
  expect(zpl.headers.get('content-type')).toBe('application/zpl')
  expect(skuOf(await zpl.text())).toBe('TWO')
  await expect(print({ file: '3' })).rejects.toMatchObject({ init: { status: 404 } })
})

it('divides more labels than one file holds', () => {
  const labels = (n: number) =>
    Array.from({ length: n }, (_each, nth) => ({ key: String(nth), type: 'application/pdf' as const }))
  expect(printParts(labels(mostInFile))).toHaveLength(1)
  const parts = printParts(labels(mostInFile + 1))
  expect(parts.map(({ keys }) => keys.length)).toEqual([mostInFile, 1])
  expect(parts.flatMap(({ keys }) => keys)).toEqual(labels(mostInFile + 1).map(({ key }) => key))
  expect(printParts([])).toEqual([])
})
