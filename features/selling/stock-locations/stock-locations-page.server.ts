import { oneOf, textOf } from '#lib/form-fields.ts'
import { lockSettings } from '#web/form-baseline.server.ts'
import { hasErrors, refused, type FieldErrors } from '#web/form-answer.ts'
import type { SellerActionArgs, SellerArgs } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { redirect } from '#web/router/router.ts'
import {
  addLocation,
  chooseDefaultLocation,
  countLocations,
  listLocations,
  removeLocation,
  renameLocation,
  type LocationOutcome,
} from './stock-locations-db.server.ts'
import { longestLocationName, mostLocations, parseLocation } from './stock-location.ts'

const outcomes = ['added', 'renamed', 'removed', 'default'] as const
type Outcome = (typeof outcomes)[number]

/** Reads the seller's locations, with what is at those that sales are not taken from first. */
export async function readStockLocationsPage({ read, seller, url, texts: { number, t } }: SellerArgs) {
  const { locations, totals } = await read(async (db) => ({
    locations: await listLocations(db, seller.id),
    totals: new Map((await countLocations(db, seller.id)).map((total) => [total.id, total])),
  }))
  const done = outcomes.find((outcome) => outcome === url.searchParams.get('done'))
  return {
    done: done ? t(`inventory.locations.done.${done}`) : null,
    mayAdd: locations.length < mostLocations,
    locations: locations.map(({ id, name, isDefault }) => {
      const { skus, items } = totals.get(id) ?? { skus: 0, items: 0 }
      return {
        id,
        name,
        isDefault,
        skus: isDefault ? '' : number(skus),
        items: isDefault ? '' : number(items),
        // A filter's value has no comma.
        list: items > 0 && !name.includes(',') ? withQuery(paths.inventory, { location: name }) : null,
        mayRemove: !isDefault && items === 0,
      }
    }),
  }
}

export type LocationModel = Awaited<ReturnType<typeof readStockLocationsPage>>['locations'][number]

type Field = 'first' | 'name' | 'location' | 'renamed'

/** Adds, renames or removes a location, or makes it the default one; `step` names the form. */
export async function changeStockLocations(args: SellerActionArgs) {
  switch (oneOf(args.form, 'step', ['add', 'rename', 'remove', 'default'])) {
    case 'add':
      return add(args)
    case 'rename':
      return rename(args)
    case 'remove':
      return remove(args)
    case 'default':
      return makeDefault(args)
    case null:
      throw refuse('malformed')
  }
}

const nameOf = ({ form }: SellerActionArgs, field: Field) => textOf(form, field).replaceAll(/\s+/g, ' ')

async function add(args: SellerActionArgs) {
  const { form, hub, seller, member, texts, write } = args
  const isFirst = form.has('first')
  const [first, name] = [nameOf(args, 'first'), nameOf(args, 'name')]
  const errors: FieldErrors<Field> = {
    ...(isFirst ? nameError('first', first, texts) : {}),
    ...nameError('name', name, texts),
  }
  if (hasErrors(errors)) return refused<Field>(errors, { first, name })
  const outcome = await write(async (db) => {
    await lockSettings(db, { seller, member }, 'listings.edit')
    return addLocation(db, { sellerId: seller.id, name, first, now: hub.now() })
  })
  return outcome.ok ? toPage('added') : refused<Field>({ name: problemWords(outcome, texts) }, { first, name })
}

async function rename(args: SellerActionArgs) {
  const { seller, member, texts, write } = args
  const id = locationOf(args)
  const renamed = nameOf(args, 'renamed')
  const errors = nameError('renamed', renamed, texts)
  const values = { location: String(id), renamed }
  if (hasErrors(errors)) return refused<Field>(errors, values)
  const outcome = await write(async (db) => {
    await lockSettings(db, { seller, member }, 'listings.edit')
    return renameLocation(db, { sellerId: seller.id, id, name: renamed })
  })
  return outcome.ok ? toPage('renamed') : refused<Field>({ renamed: problemWords(outcome, texts) }, values)
}

async function makeDefault(args: SellerActionArgs) {
  const { seller, member, texts, write } = args
  const id = locationOf(args)
  const outcome = await write(async (db) => {
    await lockSettings(db, { seller, member }, 'listings.edit')
    return chooseDefaultLocation(db, { sellerId: seller.id, id })
  })
  return outcome.ok ? toPage('default') : refused<Field>({ form: problemWords(outcome, texts) })
}

async function remove(args: SellerActionArgs) {
  const { hub, seller, member, texts, write } = args
  const id = locationOf(args)
  const outcome = await write(async (db) => {
    await lockSettings(db, { seller, member }, 'listings.edit')
    return removeLocation(db, { sellerId: seller.id, id, now: hub.now() })
  })
  if (outcome.ok) return toPage('removed')
  return refused<Field>({ form: texts.t('inventory.locations.not-empty', { n: outcome.items, name: outcome.name }) })
}

function locationOf({ form }: SellerActionArgs): number {
  const id = parseLocation(textOf(form, 'location'))
  if (id === null) throw refuse('malformed')
  return id
}

const toPage = (done: Outcome) => redirect(paths.stockLocations(done), { status: 303 })

function nameError(field: Field, name: string, { t }: SellerActionArgs['texts']): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {}
  if (name === '') errors[field] = t('inventory.locations.no-name')
  else if ([...name].length > longestLocationName)
    errors[field] = t('inventory.locations.long-name', { n: longestLocationName })
  return errors
}

const problemWords = ({ reason }: Exclude<LocationOutcome, { ok: true }>, { t }: SellerActionArgs['texts']) =>
  t(`inventory.locations.${reason}`, { n: mostLocations })
