import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { takesOffers } from '#features/core/offer/takes-offers-db.server.ts'
import { aspectNames, leafName, type Taxonomy } from '#features/core/listing/taxonomy.ts'
import { chosenIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openChosen } from '#features/machinery/grid/list-routes.server.ts'
import { listingsList } from '#features/selling/listings/listings-list.server.ts'
import { gridHref } from '#lib/grid-query.ts'
import { textsIn } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { SellerActionArgs, SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo, type Role } from '#web/roles.ts'
import { mostRows, type BulkEditForm } from './bulk-edit.ts'
import { addEdit, type EditPlaces } from './bulk-edits-db.server.ts'
import { usualColumns } from './column-fields.ts'
import { readOperation, type ColumnOperation, type OperationProblem, type ReadOperation } from './column-operations.ts'
import { formulaFields, type FormulaField } from './formula.ts'
import { conditions } from '#features/core/listing/listing-content.ts'
import { readPolicies } from '#features/selling/policies/policies-db.server.ts'
import type { Texts } from '#texts/texts.ts'
import type { Choices } from './typed-value.ts'

/** Opens a bulk edit for the listings chosen in a list, in its order. Returns its id; null if there are none or too many. */
export async function openEdit(args: SellerActionArgs): Promise<string | null> {
  const { form, hub, seller, member, texts, write } = args
  const params = new URLSearchParams(textsIn(form))
  const chosen = openChosen(listingsList, { path: paths.listings.active, params, parse: parseItemNumber }, args)
  return write(async (db) => {
    const places = await readPlaces(db, seller.id, await chosenIds(db, listingsList, chosen, mostRows + 1))
    if (places.rows === 0 || places.rows > mostRows) return null
    return addEdit(db, {
      sellerId: seller.id,
      member,
      places,
      openedFrom: gridHref(paths.listings.active, chosen.query, chosen.definition),
      form: {
        columns: usualColumns,
        operations: args.url.searchParams.get('suggest') === 'median' ? [suggestion(seller.role, texts)] : [],
        grouping: texts.grouping,
        seesMoney: mayDo(seller.role, 'money.view'),
      },
      now: hub.now(),
    })
  })
}

/** The price that the product sells for, but never less than its cost and a tenth more. */
function suggestion(role: Role, { t, typed }: Texts): ColumnOperation {
  const [median, cost] = [t('bulkEdit.formula.median'), t('bulkEdit.formula.cost')]
  const text = mayDo(role, 'money.view') ? `${median} min ${cost} * ${typed('1.1')}` : median
  return { field: 'price', kind: 'formula', text, rounding: '.95' }
}

/** The chosen listings in their order, each followed by its variations. */
async function readPlaces(db: SellerDb, sellerId: number, chosen: RawBuilder<{ id: number }>): Promise<EditPlaces> {
  const read = sql<EditPlaces>`
    with chosen as materialized (select id, row_number() over () as n from (${chosen}) c),
    places as (
      select id, n, 0 as position, '' as variation from chosen
      union all
      select c.id as id, c.n as n, v.position as position, array_to_string(v.axis_values, e'\\n') as variation
      from chosen c join listing_variations v on v.seller_id = ${sellerId} and v.listing_id = c.id
    )
    select coalesce(array_agg(id order by n, position), '{}')::text as "listingIds",
      coalesce(array_agg(variation order by n, position), '{}')::text as variations,
      count(*) filter (where position = 0) as listings, count(*) as rows
    from places`
  return oneRow(db, read)
}

export type EditSetting = Awaited<ReturnType<typeof editSetting>>

export interface OperationError {
  problem: OperationProblem
  at: number
  found: string
}

/** Operations that are not filled in yet change nothing. */
const unfilled: readonly OperationProblem[] = ['empty', 'findMissing', 'textMissing']

export async function editSetting(db: SellerDb, { hub, seller, texts: reader }: SellerArgs, form: BulkEditForm) {
  const texts = textsFor(reader.locale, seller.timeZone)
  const { taxonomy } = hub.config
  const choices = await readChoices(db, { sellerId: seller.id, taxonomy, texts })
  const names = new Map<string, FormulaField>(
    formulaFields
      .filter((field) => field !== 'cost' || form.seesMoney)
      .flatMap((field) => [
        [field, field] as const,
        [texts.t(`bulkEdit.formula.${field}`).toLowerCase(), field] as const,
      ]),
  )
  const readings = form.operations.map((operation) =>
    readOperation(operation, { grouping: form.grouping, names, seesMoney: form.seesMoney ?? false }),
  )
  const operations: ReadOperation[] = readings.flatMap((reading) => (reading.ok ? [reading.operation] : []))
  return {
    changes: { operations, grouping: form.grouping, choices },
    facts: { taxonomy, limits: hub.config.policyPack.limits, now: hub.now() },
    words: { texts, choices, aspectNames: aspectNames(taxonomy, texts.locale) },
    // What is wrong with each operation; null for those that are right or still empty.
    errors: readings.map((reading) => (reading.ok || unfilled.includes(reading.problem) ? null : reading)),
    seesMoney: mayDo(seller.role, 'money.view'),
    takesOffers: await takesOffers(db, seller.id),
    withDescription:
      form.columns.includes('description') || form.operations.some(({ field }) => field === 'description'),
  }
}

async function readChoices(
  db: SellerDb,
  { sellerId, taxonomy, texts: { t, locale } }: { sellerId: number; taxonomy: Taxonomy | undefined; texts: Texts },
): Promise<Choices> {
  const policies = await readPolicies(db, sellerId)
  const policiesOf = (kind: (typeof policies)[number]['kind']) =>
    policies.filter((policy) => policy.kind === kind).map(({ id, name }) => ({ value: id, label: name }))
  return {
    condition: conditions.map((value) => ({ value, label: t(`listings.condition.${value}`) })),
    category: (taxonomy?.leaves ?? []).map((leaf) => ({ value: leaf.path, label: leafName(leaf, locale) })),
    bestOffer: (['on', 'off'] as const).map((value) => ({ value, label: t(`bulkEdit.bestOffer.${value}`) })),
    'policy.FULFILMENT': policiesOf('FULFILMENT'),
    'policy.PAYMENT': policiesOf('PAYMENT'),
    'policy.RETURN': policiesOf('RETURN'),
  }
}
