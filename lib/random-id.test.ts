import { expect, it } from 'vitest'
import { z } from 'zod'
import { randomId } from './random-id.ts'

it('is a UUID of version 4, another each time', () => {
  const ids = Array.from({ length: 500 }, randomId)
  for (const id of ids) expect(() => z.uuidv4().parse(id)).not.toThrow()
  expect(new Set(ids).size).toBe(ids.length)
})
