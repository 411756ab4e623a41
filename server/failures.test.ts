import { describe, expect, it } from 'vitest'
import { explain } from './failures.ts'

describe('a start that failed', () => {
  it('is explained where the connection broke, for which the driver has words and no code', () => {
    for (const words of [
      'Connection terminated unexpectedly',
      'Connection terminated',
      'Client has encountered a connection error and is not queryable',
    ]) {
      const sentence = `PostgreSQL stopped while the hub was starting (${words}): start again, everything that was committed is kept.`
      expect(explain(new Error(words))).toBe(sentence)
      expect(explain(new Error('Migration 0001-accounts failed', { cause: new Error(words) }))).toBe(sentence)
    }
  })

  it('is a failure of ours where nobody knows why', () => {
    expect(explain(new Error('undefined is not a function'))).toBeNull()
    expect(explain('no error at all')).toBeNull()
  })
})
