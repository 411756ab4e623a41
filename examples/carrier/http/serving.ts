import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import { Refusal } from '../parcel.ts'
import type { Account } from '../store/accounts.ts'
import type { Carrier } from '../trade/carrier.ts'
import type { Faults } from './faults.ts'

export interface CarrierEnv {
  Variables: { account: Account }
}
export type CarrierApp = Hono<CarrierEnv>
export type CarrierContext = Context<CarrierEnv>

export interface Serving extends Carrier {
  faults: Faults
  say: (line: string) => void
}

/** Reads a request's JSON. @throws Refusal that names what is wrong */
export async function bodyOf<T>(c: CarrierContext, schema: z.ZodType<T>): Promise<T> {
  const read = schema.safeParse(await c.req.json().catch(() => null))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Refusal(422, 'wrong-request', `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'is wrong'}`)
}
