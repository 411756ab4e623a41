import { z } from 'zod'
import { moves } from '../parcel.ts'
import { correctWeight } from '../trade/labels.ts'
import { moveParcel } from '../trade/moves.ts'
import { bodyOf, type CarrierApp, type Serving } from './serving.ts'
import { faultSchema } from './faults.ts'

/** What no real carrier offers: what happens to parcels, and faults. `label` is an id or a number. */
export function addPlayRoutes(app: CarrierApp, serving: Serving): void {
  const { faults } = serving

  app.post('/moves', async (c) => {
    const at = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
    const schema = z.object({ label: z.string(), kind: z.enum(moves), text: z.string().optional(), at: at.optional() })
    const { label: id, ...move } = await bodyOf(c, schema)
    return c.json({ event: moveParcel(serving, c.get('account'), { id, ...move }) }, 201)
  })

  app.post('/corrections', async (c) => {
    const { label: id, grams } = await bodyOf(c, z.object({ label: z.string(), grams: z.int().min(1) }))
    return c.json({ minor: correctWeight(serving, c.get('account'), { id, grams }) }, 201)
  })

  app.post('/faults', async (c) => {
    faults.add(c.get('account').id, await bodyOf(c, faultSchema))
    return c.body(null, 204)
  })

  app.delete('/faults', (c) => {
    faults.clear(c.get('account').id)
    return c.body(null, 204)
  })
}
