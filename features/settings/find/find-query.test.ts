import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { readFindQuery } from './find-query.ts'

describe('the search input', () => {
  it('is an order number if it is all digits, and twelve digits get their hyphens', () => {
    for (const typed of ['12-64120-58213', '126412058213', ' 12 64120 58213 ', '\u200e12-64120-58213\u200e'])
      expect(readFindQuery(typed)).toMatchObject({ isNumber: true, orderNumber: '12-64120-58213' })
    for (const typed of ['58213', '1264120582134'])
      expect(readFindQuery(typed)).toMatchObject({ text: typed, isNumber: true, orderNumber: null })
    expect(readFindQuery('12641205821')).toMatchObject({ orderNumber: null })
  })

  it('is a word otherwise, and after # an order only', () => {
    for (const typed of ['CAM-0174', 'l.okonkwo', '3 rolls', ''])
      expect(readFindQuery(typed)).toEqual({ text: typed, isNumber: false, ordersOnly: false, orderNumber: null })
    expect(readFindQuery('# 58213')).toEqual({ text: '58213', isNumber: true, ordersOnly: true, orderNumber: null })
  })

  it('keeps its kind, and is limited in length', () => {
    expectForAll(fc.string({ maxLength: 400 }), (typed) => {
      const { text } = readFindQuery(typed)
      expect(typed).toContain(text)
      expect(text.length).toBeLessThanOrEqual(200)
    })
  })
})
