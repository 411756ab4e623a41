import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { currencyDecimals } from '#lib/money.ts'
import { testDatabase } from './testing.ts'

it('uses the same decimals as the pages for every currency, and ISO 4217’s for those without two', async () => {
  const db = await testDatabase()
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
  const { rows } = await sql<{ code: string; decimals: number }>`
    select code, currency_decimals(code) as decimals from unnest(${codes}::text[]) code`.execute(db.owner)
  expect(rows.filter(({ code, decimals }) => currencyDecimals(code) !== decimals)).toEqual([])
  const having = (decimals: number) => codes.filter((code) => currencyDecimals(code) === decimals).join(' ')
  expect(having(0)).toBe('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF')
  expect(having(3)).toBe('BHD IQD JOD KWD LYD OMR TND')
})
