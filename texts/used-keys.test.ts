import { describe, expect, it } from 'vitest'
import { usedKeys } from './used-keys.ts'

describe('used keys', () => {
  const keys = ['orders.title', 'orders.count', 'status.paid', 'status.shipped', 'word', 'money.total-paid']

  it('are those spelled in a program, in any quotes', () => {
    expect(usedKeys(keys, [`t('orders.title')`, 'say("word", `money.total-paid`)'])).toEqual([
      'orders.title',
      'word',
      'money.total-paid',
    ])
  })

  it('are all that begin as a template does', () => {
    expect(usedKeys(keys, ['t(`status.${status}`)'])).toEqual(['status.paid', 'status.shipped'])
  })

  it('are none where nothing asks, or only a part is spelled', () => {
    expect(usedKeys(keys, [`t('orders')`, '`${status}.paid`', 'orders.title'])).toEqual([])
  })
})
