import { describe, expect, it } from 'vitest'
import { ShopRefusal } from '../kit/index.ts'
import { createAdminApi } from './admin-api.ts'
import { servingMedusa } from './testing-server.ts'

const fault = (type: string, message: string) => ({ type, message })

describe('Medusa’s Admin API', () => {
  it('is asked with the key, and with fields and filters', async () => {
    const { url, asked } = await servingMedusa(() => [200, { orders: [] }])
    const api = createAdminApi({ url: `${url}/`, key: 'sk_1' })
    expect(await api.read('/orders', { fields: 'id', 'updated_at[$gte]': '2026-11-22' })).toEqual({ orders: [] })
    const authorization = `Basic ${Buffer.from('sk_1:').toString('base64')}`
    expect(asked).toMatchObject([{ method: 'GET', path: '/orders', authorization }])
    expect(asked[0]?.query.get('updated_at[$gte]')).toBe('2026-11-22')
  })

  it('answers null for what is not there; any other failure is no answer', async () => {
    const { api } = await servingMedusa(({ path }) => {
      if (path === '/orders/none') return [404, fault('not_found', 'Order id not found: none')]
      if (path === '/proxy') return [404, 'Not found']
      return [401, { message: 'Unauthorized' }]
    })
    expect(await api.read('/orders/none')).toBeNull()
    await expect(api.read('/proxy')).rejects.toThrow('Medusa: It answered 404.')
    await expect(api.read('/orders')).rejects.toThrow('Medusa: Unauthorized')
  })

  it('refuses a change with Medusa’s reason; where the key is wrong or Medusa is busy, nothing is refused', async () => {
    const { api } = await servingMedusa(({ path }) => {
      if (path === '/refused') return [400, fault('not_allowed', 'Shipment has already been created')]
      if (path === '/busy') return [409, fault('conflict', 'Try again.')]
      if (path === '/key') return [401, { message: 'Unauthorized' }]
      return [200, { order: { id: 'order_1' } }]
    })
    await expect(api.change('/refused', {})).rejects.toEqual(new ShopRefusal('Shipment has already been created'))
    for (const path of ['/busy', '/key']) {
      const failure: unknown = await api.change(path, {}).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      expect(failure).not.toBeInstanceOf(ShopRefusal)
    }
    expect(await api.change('/made', {})).toEqual({ order: { id: 'order_1' } })
  })
})
