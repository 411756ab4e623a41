import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { ApiKey } from '#features/shop/api-keys/api-keys-db.server.ts'
import type { ApiScope } from '#features/shop/api-keys/api-key.ts'
import type { Hub } from '#web/hub.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { ApiProblem, type ProblemCode } from './problem.ts'
import type { ApiSeller } from './sellers-by-id.ts'
import type { ApiTag } from './tags.ts'

/** What an address answers. */
export interface Answer {
  status: number
  body?: unknown
  /** Where the thing is, below the API's root. */
  location?: string
  /** Sent as it is, instead of a body. */
  file?: Response
}

/** A request that was checked: by whom, about whom, and what it says. */
export interface Call<Params, Query, Body> {
  hub: Hub
  key: ApiKey
  params: Params
  query: Query
  body: Body
  /** For an address that takes a file: its body has not been read. */
  request: Request
  /** Refuses a key that may not any more: for what is waited for once the call has begun. */
  requireStill: () => Promise<void>
  /** The state that the caller saw (If-Match); null says that it does not matter. */
  ifMatch: string | null
}

/** The same about a seller whom the key may see. */
export interface SellerCall<Params, Query, Body> extends Call<Params, Query, Body>, OwnRows {
  seller: ApiSeller
}

/** The same with the bodies of several lines of a batch. */
export interface LinesCall<Params, Query, Body> extends Omit<SellerCall<Params, Query, Body>, 'body'> {
  bodies: readonly Body[]
}

/** What became of a line of a batch; what it could not take, or failed at, is its error. */
export type LineOutcome = { status: number; location?: string } | { error: unknown }

/** An answer that an address may give. */
export interface AnswerSpec {
  description: string
  /** Null has no body, or a file. */
  schema: z.ZodType | null
  /** The type of a file. */
  file?: string
  example?: unknown
}

type NoBody = null
type BodyOf<B> = B extends z.ZodType ? z.output<B> : null

interface Spec<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType | NoBody> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the API's root: `/sellers/{seller}/orders`. `{seller}` is looked up, and hidden where the key is not for it. */
  path: string
  /** Names the address in generated clients: `placeOrder`. */
  operationId: string
  /** Groups addresses in the documentation. */
  tag: ApiTag
  summary: string
  description?: string
  scope: ApiScope
  params: P
  query: Q
  body: B
  example?: B extends z.ZodType ? z.input<B> : never
  /** Also takes a body of many lines, each such a body (NDJSON). */
  batch?: true
  /** Takes a file of these types as its body, which is then no JSON. */
  files?: readonly string[]
  /** Takes If-Match. */
  versioned?: true
  /** What of a body has happened already, by its JSON pointers: none of it is far ahead of the hub's clock. */
  happened?: (body: BodyOf<B>) => Readonly<Record<string, string | null | undefined>>
  answers: Readonly<Record<number, AnswerSpec>>
  problems: readonly ProblemCode[]
}

/** An address of the API, with all that its documentation and its checks need. */
export interface Endpoint extends Omit<Spec<z.ZodObject, z.ZodObject, z.ZodType | NoBody>, 'happened'> {
  happened?: (body: never) => Readonly<Record<string, string | null | undefined>>
  ofSeller: boolean
  handle: (call: SellerCall<never, never, never>) => Promise<Answer>
  /** Lines of a batch together, an outcome a line; without it they are handled one after the other. */
  handleLines?: (call: LinesCall<never, never, never>) => Promise<LineOutcome[]>
}

/** Declares an address about a seller: one declaration is its checks, its types and its documentation. */
export function sellerEndpoint<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType | NoBody>(
  spec: Spec<P, Q, B>,
  handle: (call: SellerCall<z.output<P>, z.output<Q>, BodyOf<B>>) => Promise<Answer>,
  handleLines?: (call: LinesCall<z.output<P>, z.output<Q>, BodyOf<B>>) => Promise<LineOutcome[]>,
): Endpoint {
  return { ...spec, ofSeller: true, handle, handleLines }
}

/** Declares an address that is about no seller who is known already. */
export function marketplaceEndpoint<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType | NoBody>(
  spec: Spec<P, Q, B>,
  handle: (call: Call<z.output<P>, z.output<Q>, BodyOf<B>>) => Promise<Answer>,
): Endpoint {
  return { ...spec, ofSeller: false, handle }
}

/** The state of a thing, as If-Match and If-None-Match name it. */
export function etagOf(body: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`
}

/** Refuses a change to something that has changed since the caller saw it. Null is a thing that is not there yet. */
export function requireMatch(ifMatch: string | null, current: unknown): void {
  if (ifMatch === null) return
  const named = ifMatch.split(',').map((tag) => tag.trim())
  if (current === null || !(named.includes('*') || named.includes(etagOf(current)))) throw new ApiProblem('stale')
}
