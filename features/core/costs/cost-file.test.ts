import { describe, expect, it } from 'vitest'
import { openTable, sampleColumns, tableRecords } from '#lib/table-file.ts'
import { busyFor } from '#lib/testing.ts'
import { createCostReader, findCostColumns, isOfCosts, namedCostColumns, type CostRecord } from './cost-file.server.ts'

const reading = { currency: 'GBP', zone: 'Europe/London', today: '2026-11-20' } as const

/** Reads a file as an upload does: opens it, finds its columns, and reads its lines. */
async function read(text: string, more = {}): Promise<CostRecord[]> {
  const bytes = new TextEncoder().encode(text)
  const opened = await openTable(bytes, namedCostColumns)
  if (!opened.ok) throw new Error(opened.reason)
  const { file } = opened
  expect(isOfCosts(file.header)).toBe(true)
  const readLine = createCostReader(findCostColumns(sampleColumns(file), 'GBP'), file.sample, {
    header: file.header,
    ...reading,
    ...more,
  })
  const found: CostRecord[] = []
  for await (const records of tableRecords([bytes], file))
    found.push(...records.flatMap((record) => readLine(record) ?? []))
  return found
}

describe('a file of costs', () => {
  it('is read by its header, whatever stands above it and in which order', async () => {
    expect(
      await read('Costs of November\n\nQty,Purchase price,SKU,Date\n4,£12.50,LEICA-M3,03/11/2026\n,8.00,LENS-50,\n'),
    ).toMatchObject([
      {
        line: 4,
        problems: [],
        cost: {
          sku: 'LEICA-M3',
          unitCostMinor: 1250,
          quantity: 4,
          currency: 'GBP',
          since: new Date('2026-11-03T00:00:00Z'),
        },
      },
      { cost: { sku: 'LENS-50', unitCostMinor: 800, quantity: null, since: new Date('2026-11-20T00:00:00Z') } },
    ])
  })

  it('is in the currency that its column or its cells name', async () => {
    expect(await read('SKU,Unit cost (EUR)\nA,12.50\nB,$3.00\n')).toMatchObject([
      { cost: { unitCostMinor: 1250, currency: 'EUR' } },
      { cost: { unitCostMinor: 300, currency: 'USD' } },
    ])
  })

  it('is read in German, with semicolons and decimal commas', async () => {
    const found = await read('Artikelnummer;Einkaufspreis;Währung\nM3;1.249,50 €;EUR\n')
    expect(found).toMatchObject([{ cost: { sku: 'M3', unitCostMinor: 124_950, currency: 'EUR' } }])
    const [small] = await read('Artikelnummer;Einkaufspreis\nM3;12,50 €\n', { currency: 'EUR' })
    expect(small).toMatchObject({ cost: { unitCostMinor: 1250 }, problems: [] })
  })

  it.each([
    ['.50', 50],
    ['$.75', 75],
    ['Rs. 1,250.00', 125_000],
    ['12.50 kr', 1_250],
    ['12,50 kr', 1_250],
    ['(12.50)', null],
    ['−12.50', null],
    ['-12.50', null],
    ['999999999.99', 99_999_999_999],
    // A barcode is no cost.
    ['036000291452', null],
  ])('reads a cost of %s as %s', async (written, minor) => {
    const [line] = await read(`sku,cost,comment\nA,"${written}",\nB,1.00,\n`)
    expect(line?.cost?.unitCostMinor ?? null).toBe(minor)
  })

  it.each([
    ['GBP', '11/24/2025,03/04/2026', '2026-03-04'],
    ['USD', '24/11/2025,03/04/2026', '2026-04-03'],
    ['GBP', '03/04/2026', '2026-04-03'],
    ['USD', '03/04/2026', '2026-03-04'],
    // 11 December lies in the future.
    ['GBP', '11/12/2026', '2026-11-12'],
  ])('in %s reads the last of the days %s as %s', async (currency, days, since) => {
    const lines = days.split(',').map((day, n) => `S${n},1.00,${day}`)
    const found = await read(`sku,cost,date\n${lines.join('\n')}\n`, { currency, zone: 'UTC' })
    expect(found.at(-1)?.cost?.since.toISOString().slice(0, 10) ?? null).toBe(since)
  })

  it('names what is wrong with each line, and reads the others', async () => {
    const found = await read(
      'sku,cost,quantity,date\nA,1.00,,\n,2.00,,\nC,free,,\nD,1.00,1.5,2026-11-01\nE,1.00,3,\nF,1.00,,soon\nG,1.00,,2026-11-21\n',
    )
    expect(found.map(({ line, cost, problems }) => [line, cost?.sku ?? problems[0]?.rule])).toEqual([
      [2, 'A'],
      [3, 'sku'],
      [4, 'cost'],
      [5, 'quantity'],
      [6, 'dateless'],
      [7, 'date'],
      [8, 'date'],
    ])
    expect(found[2]?.problems).toEqual([{ column: 'cost', value: 'free', rule: 'cost' }])
  })

  it('leaves out lines of sums, and refuses SKUs that a spreadsheet shortened', async () => {
    const records = await read('SKU,Unit cost\nA-1,2.00\n1.23E+12,2.00\nSUM-100,3.00\nTotal,4.00')
    const results = records.map(({ cost, problems }) => cost?.sku ?? problems[0]?.rule)
    expect(results).toEqual(['A-1', 'shortened', 'SUM-100', 'note'])
  })

  it('is read once, however many letters a cost has', async () => {
    const text = `sku,cost\nA,1${'x'.repeat(70_000)}1\n`
    expect(await busyFor(() => read(text))).toBeLessThan(1_000)
  })

  it('has the same keys when it is read again', async () => {
    const text = 'sku,cost,quantity,date\nA,1.00,2,2026-11-01\n'
    expect(await read(text)).toEqual(await read(text, { today: '2026-12-24' }))
  })
})
