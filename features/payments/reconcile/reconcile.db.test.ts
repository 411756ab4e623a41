import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { addTestColleague, signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { addSold } from '#features/after-sale/cases/testing.ts'
import { day, minute } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { roles } from '#web/roles.ts'
import type { TakenRun } from '#features/machinery/file-runs/file-run.ts'
import { takeRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { keepPart } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { removeOldRuns } from '#features/machinery/file-runs/runs-of-all-db.server.ts'
import { workOnPart } from '#features/machinery/file-runs/work-on-part.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { reportTransaction } from '../reported/report-transaction-db.server.ts'
import * as filesPage from '#features/reports/runs/reports-page.tsx'
import { reportComparisons } from './compare-reports.server.ts'
import * as fileResource from './reconcile-file-resource.ts'
import * as page from './reconcile-page.tsx'
import { comparedBooks, reportLines, soldAt as at, uploadReport, type ComparedBooks } from './testing.ts'

const { db, hub, now } = await testHubAt('2026-07-30T10:40:00Z')

let owner: TestBrowser
let sellerId: number
let orders: ComparedBooks['orders']

const shop = await comparedBooks(db, hub)
;({ owner, sellerId, orders } = shop)

const numberOf = (index: number) => orders[index]?.number ?? ''
const upload = (text: string) => uploadReport(owner, text)
const linesOf = (report: string, show: string) => reportLines(owner, report, show)

/** eBay's transaction report: explanations above, `--` for nothing, amounts with their currency. */
const transactionReport = () =>
  [
    '\u{feff}"Transaction report"',
    '"All amounts are in the currency of the payout. Read more at the help pages."',
    'Seller,harbour',
    '',
    '"Transaction creation date",Type,"Order number","Buyer username","Buyer name","Ship to zip","Net amount","Payout currency","Payout ID","Custom label","Final Value Fee - fixed","Final Value Fee - variable","Gross transaction amount"',
    `"Jul 21, 2026",Order,${numberOf(0)},zqbuyer,"Zqname Doe",12345,£50.92,GBP,P1,SKU,-£0.40,-£8.08,£59.40`,
    `"Jul 21, 2026",Order,MARKET-77,zqbuyer,"Zqname Doe",12345,£50.82,GBP,P1,SKU,-£0.40,-£8.18,£59.40`,
    `"Jul 26, 2026",Order,${numberOf(2)},zqbuyer,"Zqname Doe",12345,£40.92,GBP,P1,SKU,-£0.40,-£8.08,£49.40`,
    `"Jul 20, 2026",Order,99-99999-99999,zqbuyer,"Zqname Doe",12345,£10.00,GBP,P1,SKU,--,--,£10.00`,
    `"Jul 21, 2026",Order,${numberOf(2)},zqbuyer,"Zqname Doe",12345,--,GBP,P1,SKU,--,--,--`,
    `"Jul 21, 2026",Refund,${numberOf(3)},zqbuyer,"Zqname Doe",12345,(£8.64),GBP,P1,SKU,--,£1.36,(£10.00)`,
    `"Jul 22, 2026",Payout,--,--,--,--,-£40.00,GBP,${shop.payout},--,--,--,-£40.00`,
    `"Jul 22, 2026",Hold,${numberOf(0)},--,--,--,-£1.00,GBP,--,--,--,--,--`,
    `"Jul 22, 2026",Order,${numberOf(4)},zqbuyer,"Zqname Doe",12345,£1.234,GBP,P1,SKU,--,--,£1.23`,
  ].join('\n')

describe('a transaction report', () => {
  let report: string
  beforeAll(async () => {
    report = await upload(transactionReport())
  })

  it('is joined with the books by order and kind, each difference with its reason', async () => {
    expect(await linesOf(report, 'DIFFERENT')).toEqual([
      `${numberOf(1)} | Sale | −£0.10 | fee differs by −£0.10`,
      `${numberOf(2)} | Sale | −£10.00 | amount differs by −£10.00; other date: 26 Jul 2026 there, 21 Jul 2026 here`,
    ])
    expect(await linesOf(report, 'MISSING_HERE')).toEqual(['99-99999-99999 | Sale | £10.00 | not in your books'])
    expect(await linesOf(report, 'MISSING_THERE')).toEqual([`${numberOf(3)} | Sale | −£50.92 | not in the report`])
    expect(await linesOf(report, 'MATCHED')).toEqual([
      `${numberOf(0)} | Sale | – | `,
      `${numberOf(3)} | Refund | – | `,
      '– | Payout | – | ',
    ])
    expect(await linesOf(report, 'SKIPPED')).toEqual(['– | – | – | no amount', '– | – | – | moves money only'])
    expect(await linesOf(report, 'UNREAD')).toEqual(['– | – | – | amount cannot be read'])
  })

  it('adds up: the sums differ by what the lines differ by', async () => {
    const { data } = await owner.get(page, paths.reconciliation(report))
    const [{ name, cells }] = data.model.sums.rows
    expect([name, ...cells]).toEqual(['GBP', '7', '£104.02', '£155.04', '−£51.02'])
    expect(data.model.hint).toMatch(/ In all −£10\.10\.$/)
    expect(data.model.verdict).toBe('DIFFERENT')
  })

  it('is a file with every line', async () => {
    const { data } = await owner.get(
      { loader: async (args: never) => (await fileResource.loader(args)).text() },
      paths.reconciliationFile(report),
    )
    const [header = [], ...rows]: string[][] = parse(data, { bom: true })
    expect(rows).toHaveLength(10)
    const of = (name: string) => rows.map((row) => Math.round(Number(row[header.indexOf(name)]) * 100))
    expect(of('Difference').reduce((sum, minor) => sum + minor, 0)).toBe(-5_102)
  })

  it('is stored without buyers', async () => {
    const files = await db.owner.selectFrom('file_run_parts').select('content').execute()
    const stored = files.map(({ content }) => content.toString()).join('')
    const runs = await db.owner.selectFrom('file_runs').select('plan').execute()
    expect(JSON.stringify([stored, runs])).not.toMatch(/zq|12345/i)
    expect(stored).toContain('£50.92')
  })

  it('is compared again once a cell that could not be read is corrected', async () => {
    const again = await upload(transactionReport())
    const [line] = (await owner.get(page, paths.reconciliation(again, 'UNREAD'))).data.model.lines
    expect(line.cells.map(({ label }: { label: string }) => label)).toEqual([
      expect.stringMatching(/^Net amount in line \d+$/),
      expect.stringMatching(/^Currency in line \d+$/),
    ])
    const [{ field, value }] = line.cells
    const typed = { [`was.${field}`]: value, [`cell.${field}`]: '--' }
    expect((await owner.post(page, paths.reconcile, { step: 'correct', report: again, ...typed })).status).toBe(303)
    expect(await linesOf(again, 'UNREAD')).toEqual([])
    expect(await linesOf(again, 'SKIPPED')).toHaveLength(3)
    expect(await linesOf(again, 'DIFFERENT')).toEqual(await linesOf(report, 'DIFFERENT'))
  })

  it('is compared again with other columns, and keeps them', async () => {
    const { data } = await owner.get(page, paths.reconciliation(report))
    const fields = Object.fromEntries(
      data.model.columns.map(({ field, name, kind }: Record<string, string>) => [
        field,
        name === 'Final Value Fee - variable' ? '' : kind,
      ]),
    )
    await owner.post(page, paths.reconcile, { step: 'compare', report, ...fields })
    expect((await linesOf(report, 'DIFFERENT')).map((line) => line.split(' | ').at(-1))).toContain(
      'fee differs by £8.08; amount differs by −£8.08',
    )
  })
})

it('reads a report of order earnings, a row or more for each order', async () => {
  const lines = [
    '"Order creation date","Order number","Buyer name","Payout currency","Gross amount","Refunds","Order earnings","Your cost"',
    `"Jul 21, 2026",${numberOf(0)},"Zqname",GBP,$30.00,--,£25.46,--`,
    `"Jul 21, 2026",${numberOf(0)},"Zqname",GBP,$29.40,--,£25.46,--`,
    `"Jul 21, 2026",${numberOf(3)},"Zqname",GBP,$59.40,-£10.00,£42.20,--`,
  ]
  const report = await upload(lines.join('\n'))
  expect(await linesOf(report, 'MATCHED')).toEqual([`${numberOf(0)} | Order | – | `])
  expect(await linesOf(report, 'DIFFERENT')).toEqual([`${numberOf(3)} | Order | −£0.08 | amount differs by −£0.08`])
  expect(await linesOf(report, 'MISSING_THERE')).toHaveLength(2)
})

it('reads a file as spreadsheets leave it: each row is matched, or has its reason', async () => {
  const lines = [
    'Datum;Art;Bestellnummer;Käufer;Währung;Nettobetrag;Gebühren;Referenz',
    `21.07.2026;Bestellung;${numberOf(0)};zqbuyer;GBP;50,92;-8,48;T-1`,
    `21.07.2026;Bestellung;${numberOf(0)};zqbuyer;GBP;50,92;-8,48;T-1`,
    `21.07.2026;Bestellung;${numberOf(1)};zqbuyer;eur;50,92;-8,48;T-2`,
    `21.07.2026;Bestellung;${numberOf(2)};zqbuyer;;"50,92 €";-8,48;T-3`,
    `21.07.2026;Erstattung;${numberOf(3)};zqbuyer;GBP;-5,00;0,00;T-4`,
    `22.07.2026;Erstattung;${numberOf(3)};zqbuyer;GBP;-3,64;1,36;T-5`,
    '21.07.2026;Bestellung;;zqbuyer;GBP;10,00;0,00;T-6',
    `21.07.2026;Bestellung;${numberOf(4)};zqbuyer;GBP;"€ 10,00";0,00;T-7`,
    ';Summe;;;;1.234,56;-25,44;',
  ]
  const report = await upload(`\u{feff}${lines.join('\r\n')}\r\n`)
  expect(await linesOf(report, 'MATCHED')).toEqual([`${numberOf(0)} | Sale | – | `, `${numberOf(3)} | Refund | – | `])
  expect(await linesOf(report, 'MISSING_HERE')).toEqual([
    `${numberOf(0)} | Sale | £50.92 | the same row is in the report already`,
  ])
  expect(await linesOf(report, 'DIFFERENT')).toEqual([
    `${numberOf(1)} | Sale | – | other currency: GBP here`,
    `${numberOf(2)} | Sale | – | other currency: GBP here`,
  ])
  expect(await linesOf(report, 'MISSING_THERE')).toEqual([`${numberOf(3)} | Sale | −£50.92 | not in the report`])
  expect(await linesOf(report, 'UNREAD')).toEqual([
    '– | – | – | no order number',
    '– | – | – | amount cannot be read',
    '– | – | – | unknown type',
  ])
})

it('asks for columns that it does not find, and compares once they are chosen', async () => {
  const report = await upload(`When,Which,How much\n2026-07-21,${numberOf(0)},50.92\n2026-07-21,${numberOf(1)},50.00\n`)
  const { data } = await owner.get(page, paths.reconciliation(report))
  expect(data.model.need).toBe('Choose the columns of the order number and of the net amount.')
  await owner.post(page, paths.reconcile, {
    step: 'compare',
    report,
    'column.0': 'day',
    'column.1': 'order',
    'column.2': 'net',
  })
  expect(await linesOf(report, 'DIFFERENT')).toEqual([`${numberOf(1)} | Order | −£0.92 | amount differs by −£0.92`])
})

it('compares 10,000 rows', async () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, index) => `2026-01-02,Order,10-00000-${String(index).padStart(5, '0')},12.00,GBP`,
  )
  const report = await upload(['Date,Type,Order number,Net,Currency', ...rows].join('\n'))
  const { data } = await owner.get(page, paths.reconciliation(report, 'MISSING_HERE', '100'))
  expect(data.model.pages.text).toBe('Page 100 of 100')
  expect(data.model.lines).toHaveLength(100)
  expect(data.model.sums.rows[0].cells).toEqual(['10,000', '£120,000.00', '£0.00', '£120,000.00'])
})

describe('a comparison', () => {
  /** Takes a compared report as a process would that is in the middle of it. */
  async function takenAgain(id: string) {
    await db.owner.updateTable('file_runs').set({ state: 'QUEUED', finished_at: null }).where('id', '=', id).execute()
    const run = await db.asSeller(sellerId, 'write', (own) => takeRun(own, { sellerId, id, now }))
    return assertDefined(run, 'it is queued')
  }
  const work = (run: TakenRun, signal = new AbortController().signal) =>
    reportComparisons.work({ hub, run, role: 'owner', isOver: () => false, signal })
  const linesStored = (id: string) =>
    db.owner.selectFrom('report_lines').select(['position', 'verdict', 'row']).where('run_id', '=', id).execute()

  it('whose process died begins anew, and keeps nothing of its first half', async () => {
    const id = await upload(transactionReport())
    const lines = await linesStored(id)
    const first = await takenAgain(id)
    await db.owner.updateTable('report_lines').set({ verdict: 'UNREAD' }).where('position', '<', 3).execute()
    const later = new Date(now.getTime() + minute)
    const second = await db.asSeller(sellerId, 'write', (own) => takeRun(own, { sellerId, id, now: later }))
    expect(await work(assertDefined(second, 'it was abandoned'))).toEqual({ outcome: 'done', errorRows: 1 })
    expect(await linesStored(id)).toEqual(lines)
    expect(await work(first), 'whoever had it before').toEqual({ outcome: 'lost' })
  })

  it('whose report is deleted meanwhile ends', async () => {
    const id = await upload(transactionReport())
    const run = await takenAgain(id)
    await owner.post(page, paths.reconcile, { step: 'delete', report: id })
    expect(await work(run)).toEqual({ outcome: 'lost' })
    expect(await linesStored(id)).toEqual([])
  })

  it('ends without a failure if its report is deleted in the middle of a part', async () => {
    const id = await upload(transactionReport())
    const run = await takenAgain(id)
    const part = workOnPart(hub, run, async (own) => {
      await db.owner.deleteFrom('file_runs').where('id', '=', id).execute()
      await keepPart(own, { sellerId, id, file: 'RESULT', part: 0, content: new Uint8Array() })
      return null
    })
    expect(await part).toEqual({ outcome: 'lost' })
  })

  it('ends with its process, and goes on in another', async () => {
    const id = await upload(transactionReport())
    const run = await takenAgain(id)
    expect(await work(run, AbortSignal.abort())).toEqual({ outcome: 'more' })
    expect(await work(run)).toEqual({ outcome: 'done', errorRows: 1 })
  })
})

it('is deleted by whoever reads it, and belongs to its seller alone', async () => {
  const report = await upload(transactionReport())
  const bea = await addTestMember(hub)
  await addTestSeller(db, { [bea.id]: 'owner' })
  const other = await signedInBrowser(hub, bea.email)
  expect((await other.get(page, paths.reconciliation(report))).status).toBe(404)
  expect((await other.post(page, paths.reconcile, { step: 'delete', report })).status).toBe(404)
  await owner.post(page, paths.reconcile, { step: 'delete', report })
  expect((await owner.get(page, paths.reconciliation(report))).status).toBe(404)
})

it('is among the files of the shop, with its rows, and is kept as long', async () => {
  const report = await upload(transactionReport())
  const { data } = await owner.get(filesPage, paths.reports)
  expect(data.runs.find((run: { id: string }) => run.id === report)).toMatchObject({
    name: 'Pasted rows.csv',
    kind: 'Upload: transactions',
    status: { text: 'Done with errors' },
    result: '9 rows, 1 problem',
    href: paths.reconciliation(report),
    fileHref: null,
  })
  await removeOldRuns(db.owner, new Date(now.getTime() + 30 * day))
  expect((await owner.get(page, paths.reconciliation(report))).status).toBe(404)
})

it('reads later reports with the same columns as they were chosen', async () => {
  const text = `Tag,Wozu,Summe\n2026-07-21,${numberOf(1)},50.00\n`
  const first = await upload(text)
  const chosen = { 'column.0': 'day', 'column.1': 'order', 'column.2': 'net' }
  await owner.post(page, paths.reconcile, { step: 'compare', report: first, ...chosen })
  const later = await upload(text.replace('50.00', '49.00'))
  expect(await linesOf(later, 'DIFFERENT')).toEqual([`${numberOf(1)} | Order | −£1.92 | amount differs by −£1.92`])
})

it('of item numbers in place of amounts is shown, so that its columns can be corrected', async () => {
  const rows = Array.from({ length: 100 }, (_, n) => `2026-07-21,99-99999-${10_000 + n},${398_160_795_000 + n}`)
  const report = await upload(['Date,Order number,Net amount', ...rows].join('\n'))
  expect(await linesOf(report, 'UNREAD')).toHaveLength(100)
})

it('is for roles that may see money, and for no other', async () => {
  const report = await upload(transactionReport())
  for (const role of roles) {
    const browser = await addTestColleague(hub, sellerId, role)
    const answers = await Promise.all([
      browser.get(page, paths.reconcile),
      browser.get(page, paths.reconciliation(report)),
      browser.get(fileResource, paths.reconciliationFile(report)),
      browser.post(page, paths.reconcile, { step: 'compare', report }),
    ])
    const allowed = ['owner', 'manager', 'accountant'].includes(role)
    expect(
      answers.map(({ status }) => status),
      role,
    ).toEqual(allowed ? [200, 200, 200, 303] : [403, 403, 403, 403])
  }
})

it('joins fees, labels and corrections by the marketplace’s ids, whatever they cost there', async () => {
  const order = await addSold(db, sellerId)
  const reports = [
    ['ad-1', 'ADVERTISING', 'SELLER', `Other fee,,-3.10`],
    ['fee-1', 'CHARGE', 'SELLER', `Other fee,,-3.20`],
    ['lab-2', 'LABEL', 'MARKETPLACE', `Shipping label,${order.number},3.30`],
    ['lab-1', 'LABEL', 'SELLER', `Shipping label,${order.number},-3.40`],
    ['cor-1', 'ADJUSTMENT', 'SELLER', `Adjustment,,-3.50`],
  ] as const
  const of = { at, now, currency: 'GBP', amountMinor: 300 }
  for (const [id, kind, paidBy] of reports)
    await db.asSeller(sellerId, 'write', (own) =>
      reportTransaction(own, sellerId, {
        ...of,
        id,
        kind,
        paidBy,
        description: id,
        order: kind === 'LABEL' ? order : null,
      }),
    )
  const lines = reports.map(([id, , , row]) => `2026-07-21,${row},GBP,${id}`)
  const report = await upload(['Date,Type,Order number,Net,Currency,Reference', ...lines].join('\n'))
  const told = (await linesOf(report, 'DIFFERENT')).map((line) => line.split(' | ')[2])
  expect(told).toEqual(['−£0.10', '−£0.20', '£0.30', '−£0.40', '−£0.50'])
})
