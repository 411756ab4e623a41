import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readBy, SellError, writeErrors } from './sell-error.ts'

const schema = z.object({ items: z.array(z.int()).optional(), named: z.record(z.string(), z.int()).optional() })

function errorsOf(body: unknown) {
  try {
    readBy(schema, body, 25709)
  } catch (error) {
    if (error instanceof SellError) return writeErrors(error)
    throw error
  }
  throw new Error('It was not refused.')
}

describe('what is wrong in a body', () => {
  it('is 20 errors at most, and how many more there are', () => {
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

  it('is named by paths of 200 characters at most: what is too deep by the nearest that can be told', () => {
    const errors = errorsOf({ named: { ['x'.repeat(50_000)]: 'y', z: 'y' } })
    expect(errors.map(({ inputRefIds }) => inputRefIds)).toEqual([['$.named'], ['$.named.z']])
    expect(errors[0]?.longMessage).toMatch(/^\$\.named: in a field below it: /)
    expect(JSON.stringify(errors).length).toBeLessThan(1_000)
  })
})
