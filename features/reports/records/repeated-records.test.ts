import { expect, it } from 'vitest'
import { costsKind } from './costs-kind.server.ts'
import { ordersKind } from './orders-kind.server.ts'
import type { RecordProblem } from '#features/machinery/records/record-kind.ts'
import type { FileRecord, RecordSummary } from './value-kind.ts'
import { refuseRepeated } from './kind-of-values.server.ts'

const summary: RecordSummary = { minor: 250, currency: 'GBP', units: null, at: '2026-11-20T00:00:00.000Z' }

const record = (line: number, name: string, more: Partial<FileRecord> = {}): FileRecord => ({
  line,
  name,
  good: { value: {}, summary },
  problems: [],
  isSkipped: false,
  ...more,
})
const problem = (rule: string): RecordProblem => ({ column: null, value: '', rule })
const refused = (line: number, name: string, rule: string, isSkipped = false) =>
  record(line, name, { good: null, problems: [problem(rule)], isSkipped })

const rules = (records: readonly FileRecord[]) =>
  records.map(({ line, good, isSkipped, problems }) => [
    line,
    good ? 'good' : isSkipped ? 'skipped' : 'refused',
    ...problems.map(({ rule }) => rule),
  ])

it('an order whose number came before is refused, in its part or above, also if the first one has a problem', () => {
  const records = [
    record(10, 'A'),
    refused(11, 'B', 'amount'),
    record(12, 'B'),
    refused(13, 'C', 'open', true),
    refused(14, 'A', 'open', true),
    record(15, 'D'),
  ]
  const found = refuseRepeated(ordersKind, records, new Set(['D']))
  expect(rules(found)).toEqual([
    [10, 'good'],
    [11, 'refused', 'amount'],
    [12, 'refused', 'twice'],
    [13, 'skipped', 'open'],
    [14, 'refused', 'twice', 'open'],
    [15, 'refused', 'twice'],
  ])
  expect(found[2]?.problems).toEqual([{ column: 'order', value: 'B', rule: 'twice' }])
})

it('rows without a number that an order can have repeat nothing', () => {
  const long = 'x'.repeat(80)
  const records = [refused(2, '', 'noOrder'), refused(3, '', 'noOrder'), refused(4, long, 'longOrder')]
  expect(refuseRepeated(ordersKind, records, new Set([long]))).toEqual(records)
})

it('a cost is refused if an earlier line says the same of its SKU', () => {
  const other = { value: {}, summary: { ...summary, minor: 300 } }
  const records = [record(2, 'A'), record(3, 'A', { good: other }), refused(4, 'A', 'cost'), record(5, 'A')]
  expect(rules(refuseRepeated(costsKind, records, new Set()))).toEqual([
    [2, 'good'],
    [3, 'good'],
    [4, 'refused', 'cost'],
    [5, 'refused', 'twice'],
  ])
  const claim = costsKind.claimOf({ name: 'A', summary })
  expect(rules(refuseRepeated(costsKind, records.slice(0, 1), new Set([claim ?? ''])))).toEqual([
    [2, 'refused', 'twice'],
  ])
})
