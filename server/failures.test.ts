import { describe, expect, it } from 'vitest'
import { explain, unreachable } from './failures.ts'

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

  it('is explained if PostgreSQL has too few locks for a restore, but not if it has no memory', () => {
    const failure = (words: string) => Object.assign(new Error(words), { code: '53200' })
    expect(explain(failure('out of shared memory'))).toMatch(/set its max_locks_per_transaction to 256 or more/)
    expect(explain(failure('out of memory'))).toBeNull()
  })

  it('is explained if a pooler switches connections between transactions, and only then', () => {
    const failure = (words: string) => Object.assign(new Error(words), { code: '42P01' })
    expect(explain(failure('relation "hub_settings" does not exist'))).toMatch(/session mode/)
    expect(explain(failure('relation "orders" does not exist'))).toBeNull()
  })

  it('is explained by the code of a refusal, whatever its words mention', () => {
    const refused = (code: string, words: string) => unreachable(Object.assign(new Error(words), { code })).message
    const noRule = 'no pg_hba.conf entry for host "10.0.0.7", user "hub", database "hub", no encryption'
    expect(refused('28000', noRule)).toMatch(/^The rules of PostgreSQL's pg_hba\.conf refuse the connection/)
    expect(refused('28000', 'role "ssl_user" is not permitted to log in')).toMatch(/rejects the user/)
    expect(refused('28P01', 'password authentication failed for user "tls"')).toMatch(/rejects the user/)
    expect(refused('42501', 'permission denied for database "other"')).toMatch(
      /^PostgreSQL at .* refuses the connection/,
    )
    expect(refused('55000', 'database "old" is not currently accepting connections')).toMatch(/refuses the connection/)
    expect(refused('53300', 'too many connections for role "hub"')).toMatch(/the limit of the user or database/)
    expect(refused('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432')).toMatch(/cannot be reached/)
    expect(refused('EPIPE', 'write EPIPE')).toMatch(/cannot be reached/)
    expect(refused('', 'The server does not support SSL connections')).toMatch(/^No encrypted connection/)
  })

  it('is an internal error if the cause is unknown', () => {
    expect(explain(new Error('undefined is not a function'))).toBeNull()
    expect(explain('no error at all')).toBeNull()
  })
})
