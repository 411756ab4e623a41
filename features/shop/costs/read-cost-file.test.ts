import { describe, expect, it } from 'vitest'
import { readCostFile } from './read-cost-file.server.ts'

const reading = { currency: 'GBP', grouping: ',', zone: 'Europe/London', today: '2026-11-20' } as const
const read = (text: string, more = {}) => readCostFile(new TextEncoder().encode(text), { ...reading, ...more })

describe('a file of costs', () => {
  it('is read by its header, whatever stands above it and in which order', async () => {
    const found = await read(
      'Costs of November\n\nQty,Purchase price,SKU,Date\n4,£12.50,LEICA-M3,03/11/2026\n,8.00,LENS-50,\n',
    )
    expect(found).toMatchObject({
      ok: true,
      problems: [],
      costs: [
        { sku: 'LEICA-M3', unitCostMinor: 1250, quantity: 4, currency: 'GBP', since: new Date('2026-11-03T00:00:00Z') },
        { sku: 'LENS-50', unitCostMinor: 800, quantity: null, since: new Date('2026-11-20T00:00:00Z') },
      ],
    })
  })

  it('is read in German, with semicolons and decimal commas', async () => {
    const found = await read('Artikelnummer;Einkaufspreis;Währung\nM3;1.249,50 €;EUR\n', { grouping: '.' })
    expect(found).toMatchObject({ costs: [{ sku: 'M3', unitCostMinor: 124_950, currency: 'EUR' }] })
  })

  it('names each line that cannot be taken, and takes the others', async () => {
    const found = await read(
      'sku,cost,quantity,date\nA,1.00,,\n,2.00,,\nC,free,,\nD,1.00,1.5,2026-11-01\nE,1.00,3,\nF,1.00,,soon\n',
    )
    expect(found).toMatchObject({
      costs: [{ sku: 'A' }],
      problems: [
        { line: 3, problem: 'sku' },
        { line: 4, problem: 'cost' },
        { line: 5, problem: 'quantity' },
        { line: 6, problem: 'dateless' },
        { line: 7, problem: 'date' },
      ],
    })
  })

  it('has the same keys when it is read again', async () => {
    const text = 'sku,cost,quantity,date\nA,1.00,2,2026-11-01\n'
    expect(await read(text)).toEqual(await read(text, { today: '2026-12-24' }))
  })

  it('must have a column of SKUs and one of costs', async () => {
    expect(await read('name,colour\nLeica,black\n')).toEqual({ ok: false, reason: 'no-columns' })
  })
})
