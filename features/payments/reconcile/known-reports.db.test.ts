import { testHubAt } from '#features/people/accounts/testing.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { paths } from '#web/paths.ts'
import * as page from './reconcile-page.tsx'
import { comparedBooks, reportLines, uploadReport, type ComparedBooks } from './testing.ts'

const { db, hub } = await testHubAt('2026-07-30T10:40:00Z')

let owner: TestBrowser
let orders: ComparedBooks['orders']

beforeAll(async () => {
  ;({ owner, orders } = await comparedBooks(db, hub))
})

const numberOf = (index: number) => orders[index]?.number ?? ''
const upload = (text: string) => uploadReport(owner, text)
const linesOf = (report: string, show: string) => reportLines(owner, report, show)

/** Uploads a report and returns what its page says in short. */
async function pageOf(lines: readonly string[]) {
  const report = await upload(lines.join('\n'))
  const { data } = await owner.get(page, paths.reconciliation(report))
  return { report, model: data.model, sums: data.model.sums, note: data.model.note as string }
}

/** An Amazon settlement: the total above, then a row for each part; fees are parts, too. */
const settlement = (order: string, ...more: string[]) => [
  'settlement-id\tsettlement-start-date\ttotal-amount\tcurrency\ttransaction-type\torder-id\tmarketplace-name\tamount-type\tamount-description\tamount\tposted-date\tsku',
  '771\t2026-07-15T00:00:00+00:00\t47.92\tGBP\t\t\t\t\t\t\t\t',
  `771\t\t\t\tOrder\t${order}\tamazon.co.uk\tItemPrice\tPrincipal\t55.40\t21.07.2026\tMUG`,
  `771\t\t\t\tOrder\t${order}\tamazon.co.uk\tItemPrice\tShipping\t4.00\t21.07.2026\tMUG`,
  `771\t\t\t\tOrder\t${order}\tamazon.co.uk\tItemFees\tCommission\t-8.08\t21.07.2026\tMUG`,
  `771\t\t\t\tOrder\t${order}\tamazon.co.uk\tItemFees\tFixedClosingFee\t-0.40\t21.07.2026\tMUG`,
  '771\t\t\t\tother-transaction\t\t\tother-transaction\tStorage Fee\t-3.00\t22.07.2026\t',
  '771\t\t\t\tother-transaction\t\t\tother-transaction\tCurrent Reserve Amount\t-1.00\t22.07.2026\t',
  ...more,
]

describe('the settlement of Amazon', () => {
  it('is added up from its parts, on the day that it names, with what it lacks and what was left out', async () => {
    const { report, sums, note } = await pageOf(settlement(numberOf(0)))
    expect(note).toMatch(/^Amazon settlement report\./)
    expect(await linesOf(report, 'MATCHED')).toEqual([`${numberOf(0)} | Sale | – | `])
    expect(await linesOf(report, 'MISSING_HERE')).toEqual(['– | Charge | −£3.00 | not in your books'])
    expect(await linesOf(report, 'MISSING_THERE'), 'the other sales and the refund of its days').toHaveLength(4)
    expect(sums.rows[0].name).toBe('GBP')
    expect(sums.coverage).toBe(
      'Sums of 5 of 7 rows of the report. Left out: 1 row moving money only and 1 row with the total of the report. All rows add up to £46.92, but the report’s own total is £47.92.',
    )
  })

  it('says that its rows add up to its own total', async () => {
    const { sums } = await pageOf(settlement(numberOf(0)).map((line) => line.replace('47.92', '46.92')))
    expect(sums.coverage).toMatch(/All rows add up to £46\.92, the report’s own total\.$/)
  })

  it('names the currency once, for all rows', async () => {
    const { sums } = await pageOf(settlement(numberOf(0)).map((line) => line.replace('GBP', 'EUR')))
    expect(sums.rows.map(({ name }: { name: string }) => name)).toContain('EUR')
  })

  it('adds up the parts of a refund', async () => {
    const { report } = await pageOf(
      settlement(
        numberOf(0),
        `771\t\t\t\tRefund\t${numberOf(3)}\t\tItemPrice\tPrincipal\t-10.00\t21.07.2026\tMUG`,
        `771\t\t\t\tRefund\t${numberOf(3)}\t\tItemFees\tCommission\t1.36\t21.07.2026\tMUG`,
      ),
    )
    expect(await linesOf(report, 'MATCHED')).toContain(`${numberOf(3)} | Refund | – | `)
  })
})

describe('a total', () => {
  it('is said to be the same only over rows that were read', async () => {
    const rows = [`Order,${numberOf(0)},50.92,GBP`, 'Surprise,,-2.00,GBP']
    const { sums } = await pageOf(['Type,Order number,Net,Currency', ...rows])
    expect(sums).toMatchObject({
      isSame: false,
      same: 'The rows that were read have the same sum as your books. 1 row was not read.',
      coverage: 'Sums of 1 of 2 rows of the report. Left out: 1 row of an unknown type.',
    })
  })

  it('of a report without days does not say that it lacks nothing', async () => {
    const { report, model } = await pageOf(['Type,Order number,Net,Currency', `Order,${numberOf(0)},50.92,GBP`])
    expect(model.tabs.find(({ label }: { label: { text: string } }) => label.text === 'Missing there').count).toBe('–')
    const { data } = await owner.get(page, paths.reconciliation(report, 'MISSING_THERE'))
    expect(data.model.hint).toMatch(/^No row of the report has a day/)
  })
})

describe('the kind of a row', () => {
  it('follows from its sign and the seller’s own orders before its word', async () => {
    const report = await upload(
      [
        'Date,Type,Order number,Net,Fee,Currency',
        `2026-07-21,Charge,${numberOf(0)},50.92,8.48,GBP`,
        `2026-07-21,Card sale,${numberOf(1)},50.92,8.48,GBP`,
        `2026-07-21,Order,${numberOf(3)},-8.64,1.36,GBP`,
        '2026-07-21,Charge,,-3.00,0.00,GBP',
      ].join('\n'),
    )
    expect(await linesOf(report, 'MATCHED')).toEqual([
      `${numberOf(0)} | Sale | – | `,
      `${numberOf(1)} | Sale | – | `,
      `${numberOf(3)} | Refund | – | `,
    ])
    expect(await linesOf(report, 'MISSING_HERE')).toEqual(['– | Charge | −£3.00 | not in your books'])
  })

  it('of eBay’s charges is one whatever their sign, as for a fee that came back', async () => {
    const { report } = await pageOf([
      'Transaction creation date,Type,Order number,Net amount,Payout currency',
      `2026-07-21,Order,${numberOf(0)},50.92,GBP`,
      `2026-07-21,Charge,${numberOf(0)},0.40,GBP`,
      '2026-07-21,Surprise,,-2.00,GBP',
    ])
    expect(await linesOf(report, 'MATCHED')).toEqual([`${numberOf(0)} | Sale | – | `])
    expect(await linesOf(report, 'MISSING_HERE')).toEqual([`${numberOf(0)} | Charge | £0.40 | not in your books`])
    expect(await linesOf(report, 'UNREAD')).toEqual(['– | – | – | unknown type'])
  })

  it('is what the seller chose for its word, here and in later reports', async () => {
    const lines = ['Date,Type,Order number,Net,Currency,Batch', '2026-07-21,Surprise,,-2.00,GBP,7']
    const first = await upload(lines.join('\n'))
    const { data } = await owner.get(page, paths.reconciliation(first))
    expect(data.model.types).toMatchObject([{ name: 'surprise', samples: ['1 row'], kind: '' }])
    await owner.post(page, paths.reconcile, { step: 'compare', report: first, [data.model.types[0].field]: 'CHARGE' })
    expect(await linesOf(first, 'MISSING_HERE')).toEqual(['– | Charge | −£2.00 | not in your books'])
    const later = await upload(lines.join('\n').replace('-2.00', '-4.00'))
    expect(await linesOf(later, 'MISSING_HERE')).toEqual(['– | Charge | −£4.00 | not in your books'])
    await owner.post(page, paths.reconcile, { step: 'compare', report: later, [data.model.types[0].field]: '' })
    expect(await linesOf(later, 'UNREAD')).toHaveLength(1)
  })
})

it('keeps a column that was left out once the seller chooses it', async () => {
  const lines = ['Note day,Order number,Net', `2026-07-21,${numberOf(0)},50.92`, `2026-07-21,${numberOf(1)},50.92`]
  const first = await upload(lines.join('\n'))
  const { data } = await owner.get(page, paths.reconciliation(first))
  expect(data.model.columns[0]).toMatchObject({
    kind: '',
    samples: ['Not stored. Choose its meaning, then upload the report again.'],
  })
  const chosen = { 'column.0': 'day', 'column.1': 'order', 'column.2': 'net' }
  await owner.post(page, paths.reconcile, { step: 'compare', report: first, ...chosen })
  const later = await upload(lines.join('\n'))
  expect(await linesOf(later, 'MISSING_THERE')).toHaveLength(2)
})

it('says of what the report lacks that it may be among rows that were not read', async () => {
  const rows = [`2026-07-21,Order,${numberOf(0)},50.92,GBP`, '2026-07-21,Surprise,,-2.00,GBP']
  const report = await upload(['Date,Type,Order number,Net,Currency', ...rows].join('\n'))
  const { data } = await owner.get(page, paths.reconciliation(report, 'MISSING_THERE'))
  expect(data.model.hint).toMatch(/1 row of the report was not read and may be among these\.$/)
})

it('knows a report by its numbers where columns were deleted', async () => {
  const { note } = await pageOf([
    'id,Reporting,Fee,Net,Currency,Created (UTC),order_id (metadata)',
    `txn_1A2b3C,charge,8.48,50.92,gbp,2026-07-21 09:00,${numberOf(0)}`,
  ])
  expect(note).toMatch(/^Stripe balance report/)
})

describe('reports of other programs', () => {
  it.each<[string, (order: string) => string[], string]>([
    [
      'Shopify Payments transactions.',
      (order) => [
        'Transaction Date,Type,Order,Card Brand,Card Source,Payout Status,Payout Date,Payout ID,Available On,Amount,Fee,Net,Checkout,Currency',
        `2026-07-21 10:00:00 +0100,charge,#${order},visa,online,paid,2026-07-23,P-1,2026-07-23,59.40,8.48,50.92,c1,GBP`,
      ],
      'Sale',
    ],
    [
      'Stripe balance report.',
      (order) => [
        'id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description,Transfer',
        `txn_1,charge,ch_1,59.40,8.48,50.92,gbp,2026-07-21 09:00,2026-07-23 00:00,Zqjane Doe – Order ${order},po_1`,
      ],
      'Sale',
    ],
    [
      'PayPal activity.',
      (order) => [
        'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,Transaction ID,Invoice Number,Balance Impact',
        `21/07/2026,10:00:00,BST,Zqjane Doe,Express Checkout Payment,Completed,GBP,59.40,-8.48,50.92,zq@example.com,4AB12345CD678901E,${order},Credit`,
        `21/07/2026,11:00:00,BST,Zqjane Doe,Express Checkout Payment,Pending,GBP,59.40,-8.48,50.92,zq@example.com,4AB12345CD678902E,${order},Memo`,
      ],
      'Sale',
    ],
    [
      'PayPal activity.',
      (order) => [
        '"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto","Transaktionscode","Rechnungsnummer"',
        `"21.07.2026","10:00:00","CEST","Zqjane Doe","PayPal Express-Zahlung","Abgeschlossen","GBP","59,40","-8,48","50,92","4AB12345CD678901E","${order}"`,
        '"22.07.2026","10:00:00","CEST","","Bankgutschrift auf PayPal-Konto","Abgeschlossen","GBP","1.000,00","0,00","1.000,00","4AB12345CD678902E",""',
      ],
      'Sale',
    ],
    [
      'Etsy monthly statement.',
      (order) => [
        'Date,Type,Title,Info,Currency,Amount,Fees & Taxes,Net,Tax Details',
        `"July 21, 2026",Sale,Payment for Order #${order},,GBP,£59.40,--,£59.40,--`,
        `"July 21, 2026",Fee,Transaction fee: Zq mug,Order #${order},GBP,--,-£8.08,-£8.08,--`,
        `"July 21, 2026",Fee,Processing fee,Order #${order},GBP,--,-£0.40,-£0.40,--`,
        '"July 22, 2026",Deposit,£50.92 sent to your bank account,,GBP,--,--,--,--',
      ],
      'Sale',
    ],
    [
      'Etsy sold orders.',
      (order) => [
        'Sale Date,Order ID,Full Name,Number of Items,Ship City,Currency,Order Value,Order Total,Card Processing Fees,Order Net',
        `07/21/26,${order},Zqjane Doe,1,Zqtown,GBP,59.40,59.40,8.48,50.92`,
      ],
      'Order',
    ],
    [
      'eBay transaction report.',
      (order) => [
        'Datum der Transaktionserstellung;Typ;Bestellnummer;Name des Käufers;Betrag abzügl. Kosten;Auszahlungswährung;Fixer Anteil der Verkaufsprovision;Variabler Anteil der Verkaufsprovision',
        `21. Juli 2026;Bestellung;${order};Zqjane Doe;50,92;GBP;-0,40;-8,08`,
      ],
      'Sale',
    ],
  ])('%s', async (known, lines, kind) => {
    const { report, note } = await pageOf(lines(numberOf(0)))
    expect(note).toMatch(new RegExp(`^${known}`))
    expect(await linesOf(report, 'MATCHED')).toEqual([`${numberOf(0)} | ${kind} | – | `])
    const files = await db.owner.selectFrom('file_run_parts').select('content').where('run_id', '=', report).execute()
    expect(files.map(({ content }) => content.toString()).join('')).not.toMatch(/zq/i)
  })
})
