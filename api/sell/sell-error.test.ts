import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  parseBody,
  SellError,
  sellErrors,
  writeError,
  writeErrors,
  type SellErrorId,
  type ErrorDetails,
} from './sell-error.ts'

const schema = z.object({ items: z.array(z.int()).optional(), named: z.record(z.string(), z.int()).optional() })

function errorsOf(body: unknown) {
  try {
    parseBody(schema, body, 25709)
  } catch (error) {
    if (error instanceof SellError) return writeErrors(error)
    throw error
  }
  throw new Error('It was not refused.')
}

describe('errors in a body', () => {
  it('are 20 at most, with the number of further ones', () => {
    const errors = errorsOf({ items: Array<string>(120).fill('x') })
    expect(errors).toHaveLength(20)
    expect(errors[0]).toMatchObject({
      inputRefIds: ['$.items[0]'],
      parameters: [
        { name: 'fieldName', value: 'items[0]' },
        { name: 'moreErrors', value: '100' },
      ],
    })
    expect(JSON.stringify(errorsOf({ items: Array<string>(20).fill('x') }))).not.toContain('moreErrors')
  })

  it('have paths of at most 200 characters: deeper errors name the nearest parent', () => {
    const errors = errorsOf({ named: { ['x'.repeat(50_000)]: 'y', z: 'y' } })
    expect(errors.map(({ inputRefIds }) => inputRefIds)).toEqual([['$.named'], ['$.named.z']])
    expect(errors[0]?.longMessage).toMatch(/^\$\.named: in a field below it: /)
    expect(JSON.stringify(errors).length).toBeLessThan(1_000)
  })
})

describe('the message of an error', () => {
  const write = (id: SellErrorId, details: ErrorDetails = {}) => {
    const { message, longMessage } = writeError({ id, details })
    return [message, longMessage]
  }

  it.each([
    [1001, {}, 'Invalid access token'],
    [1100, {}, 'Access denied'],
    [30500, {}, 'System error'],
    [31100, {}, 'Invalid limit'],
    [32100, { parameters: { orderId: '12-1' } }, 'Invalid order ID: 12-1'],
    [25713, {}, 'This Offer is not available.'],
    [25016, { detail: '$.title: too long.', parameters: { fieldName: 'title' } }, 'Invalid title. $.title: too long.'],
    [20200, {}, 'Warning.'],
  ] as const)('%i has eBay’s text, which programs compare', (id, details, message) => {
    expect(write(id, details)[0]).toBe(message)
  })

  it('has the hub’s own explanation beside it', () => {
    expect(write(1100, { detail: 'The token lacks orders.' })).toEqual(['Access denied', 'The token lacks orders.'])
    expect(write(31100)[1]).toBe('The limit is no number from 1 to 200.')
  })

  it('never contains an unfilled placeholder', () => {
    for (const id of Object.keys(sellErrors).map(Number) as SellErrorId[])
      expect(write(id)[0], String(id)).toMatch(/^[^{}]*[^{}:\s]$/)
  })
})
