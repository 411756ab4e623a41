import { describe, expect, it } from 'vitest'
import { explain } from './failures.ts'

describe('a start that failed', () => {
  it('is explained if the connection broke without an error code', () => {
    for (const words of [
      'Connection terminated unexpectedly',
      'Connection terminated',
      'Client has encountered a connection error and is not queryable',
    ]) {
      const sentence = `PostgreSQL stopped while the hub was starting (${words}): start again; all committed data is kept.`
      expect(explain(new Error(words))).toBe(sentence)
      expect(explain(new Error('Migration 0001-accounts failed', { cause: new Error(words) }))).toBe(sentence)
    }
  })

  it('is explained if a standby cancels long reads, and only then', () => {
    const failure = (words: string) => Object.assign(new Error(words), { code: '40001' })
    expect(explain(failure('canceling statement due to conflict with recovery'))).toMatch(/max_standby_streaming_delay/)
    expect(explain(failure('could not serialize access due to concurrent update'))).toBeNull()
  })

  it('is explained if a pooler switches connections between transactions, and only then', () => {
    const failure = (words: string) => Object.assign(new Error(words), { code: '42P01' })
    expect(explain(failure('relation "hub_settings" does not exist'))).toMatch(/session mode/)
    expect(explain(failure('relation "orders" does not exist'))).toBeNull()
  })

  it('is an internal error if the cause is unknown', () => {
    expect(explain(new Error('undefined is not a function'))).toBeNull()
    expect(explain('no error at all')).toBeNull()
  })
})
