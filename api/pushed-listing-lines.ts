import {
  findPushed,
  pushListings,
  type FoundPush,
  type PushKind,
} from '#features/selling/pushed-listings/push-listings.server.ts'
import type { PushedListing } from '#features/selling/pushed-listings/pushed-listing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { pairs } from '#lib/pairs.ts'
import { oneByOne } from './answer-batch.ts'
import { categoryPathsOf } from './category-map.ts'
import type { Answer, LineOutcome, LinesCall } from './endpoint.ts'
import { shopOf } from './form-shop.ts'
import { ApiProblem } from './problem.ts'
import { tell, toPushed, type Fields, type Named } from './pushed-listing-body.ts'
import { sellerIdOf, type ApiSeller } from './sellers-by-id.ts'
import { mayCount } from './stock-owner.ts'

type Body = Named<Fields>
type Call = Pick<LinesCall<unknown, unknown, Body>, 'hub' | 'seller' | 'key' | 'read' | 'write' | 'ifMatch' | 'bodies'>

interface Line {
  body: Body
  pushed: PushedListing
}

/** URL of a listing, relative to the API root. */
export const locationOf = (seller: ApiSeller, named: string) =>
  `/sellers/${encodeURIComponent(sellerIdOf(seller))}/listings/${encodeURIComponent(named)}`

export const tooLong = () => new ApiProblem('too-large', { detail: 'The listing as a whole is too long.' })

/**
 * Saves the listings of several lines in their order: new ones, drafts, changes and those that are here as sent all at
 * once, others, and what is refused, by `save`.
 */
export async function saveLines(call: Call, save: (body: Body) => Promise<Answer>): Promise<LineOutcome[]> {
  const { hub, seller, bodies, read, ifMatch } = call
  const alone = (lines: readonly Line[]) =>
    oneByOne(
      (body) => save(body as Body),
      lines.map(({ body }) => body),
    )
  const paths = await categoryPathsOf(
    hub,
    bodies.map(({ category }) => category),
  )
  const outcomes = new Map<Body, LineOutcome>()
  const lines = bodies.flatMap((body): Line[] => {
    try {
      return [{ body, pushed: toPushed(seller, body, paths) }]
    } catch (error) {
      outcomes.set(body, { error })
      return []
    }
  })
  for (const part of partsOfDifferentIds(lines)) {
    const pushed = part.map((line) => line.pushed)
    const found: readonly FoundPush[] =
      ifMatch === null ? await read((db) => findPushed(db, seller.id, pushed)) : part.map(() => ({ kind: 'alone' }))
    const changing: [Line, PushKind][] = []
    for (const [line, push] of pairs(part, found))
      if (push.kind === 'unchanged')
        outcomes.set(line.body, saidOf(seller, line, { ...push, isNew: false, problems: [] }))
      else changing.push([line, push.kind])
    for (const { kind, run } of runsOf(changing)) {
      const stored = kind === 'alone' ? null : await saveTogether(call, kind, run)
      for (const [{ body }, outcome] of pairs(run, stored ?? run.map(() => null)))
        if (outcome) outcomes.set(body, outcome)
      const left = run.filter(({ body }) => !outcomes.has(body))
      for (const [{ body }, outcome] of pairs(left, await alone(left))) outcomes.set(body, outcome)
    }
  }
  return bodies.map((body) => assertDefined(outcomes.get(body), 'each line was handled'))
}

/** Stores listings of one kind together; null for those, or if one of them fails all, that must be stored alone. */
async function saveTogether(
  { hub, seller, key, write }: Call,
  kind: Exclude<PushKind, 'alone'>,
  lines: readonly Line[],
): Promise<(LineOutcome | null)[] | null> {
  const pushed = lines.map((line) => line.pushed)
  const push = { args: shopOf({ hub, seller }), pushed, keepsUnits: !mayCount(key, seller), tell }
  const stored = await write((db) => pushListings(db, kind, push)).catch(() => null)
  return (
    stored &&
    pairs(lines, stored).map(
      ([line, outcome]) => outcome && (outcome.ok ? saidOf(seller, line, outcome) : { error: tooLong() }),
    )
  )
}

const saidOf = (
  seller: ApiSeller,
  { pushed: { id } }: Line,
  { itemNumber, problems, isNew }: { itemNumber: string; problems: readonly unknown[]; isNew: boolean },
): LineOutcome => ({ status: isNew ? 201 : 200, location: locationOf(seller, id), item: itemNumber, problems })

/** The lines in parts without an id that is repeated: each push of a listing follows the former one. */
function partsOfDifferentIds(lines: readonly Line[]): Line[][] {
  const parts: Line[][] = []
  let ids = new Set<string>()
  for (const line of lines) {
    const part = parts.at(-1)
    if (!part || ids.has(line.pushed.id)) {
      parts.push([line])
      ids = new Set([line.pushed.id])
    } else {
      part.push(line)
      ids.add(line.pushed.id)
    }
  }
  return parts
}

/** Neighbours of the same kind. */
function runsOf(lines: readonly [Line, PushKind][]): { kind: PushKind; run: Line[] }[] {
  const runs: { kind: PushKind; run: Line[] }[] = []
  for (const [line, kind] of lines) {
    const last = runs.at(-1)
    if (last?.kind === kind) last.run.push(line)
    else runs.push({ kind, run: [line] })
  }
  return runs
}
