import { describe, expect, it } from 'vitest'
import { planKey } from './testing-statements.ts'

const keyOf = (text: string, isBound = true) => planKey({ text, isBound })

describe('statements are checked once for each plan', () => {
  it.each([
    ['select 1 from a where b in ($1, $2)', 'select 1 from a where b in ($3, $4, $5, $6)'],
    ['insert into a (b, c) values ($1, default), ($2, default)', `insert into a (b, c) values ${rows(5)}`],
    ['select 1 from a where b = $1 and c = $2', 'select 1 from a where b = $2 and c = $1'],
  ])('%s is planned as %s', (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other))
  })

  it.each([
    ['select 1 from a where b in ($1)', 'select 1 from a where b in ($1, $2)'],
    ['insert into a (b, c) values ($1, default)', `insert into a (b, c) values ${rows(2)}`],
    ['insert into a (b, c) values ($1, $2), ($3, $4), ($5, $6)', `insert into a (b, c) values ${rows(3)}`],
    ['select 1 from a where b = $1', 'select 1 from c where b = $1'],
  ])('%s is not planned as %s', (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other))
  })

  it('and for each way of sending it', () => {
    expect(keyOf('select 1 from a')).not.toBe(keyOf('select 1 from a', false))
  })
})

function rows(count: number): string {
  return Array.from({ length: count }, (_, index) => `($${index + 1}, default)`).join(', ')
}
