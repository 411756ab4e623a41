import { kitText } from '#features/core/listing/kit.ts'
import { policyKinds } from '#features/core/listing/listing-content.ts'
import { typedRows, type Typed } from '#features/selling/listing-form/form/typed-form.ts'
import { withVariations } from '#features/selling/listing-form/form/typed-variations.ts'
import { sameValues } from '#features/selling/listing-form/form/variation-matrix.ts'
import type { FormProblem } from '#features/selling/listing-form/publish/plan-publication.ts'
import type { Policy } from '#features/selling/policies/policy.ts'
import { toDecimal } from '#lib/money.ts'
import type { PushedListing } from './pushed-listing.ts'

export interface PushProblem extends Pick<FormProblem, 'field' | 'values'> {
  problem: FormProblem['problem'] | 'categoryUnknown' | 'policyUnknown'
}

/** Fields that a push replaces as a whole; the others stay as they are. */
const pushedNames = /^(?:title|sku|category|condition|format|description|price|axis[12]\..*|row\..*|aspect\..*)$/s

/** The form of a pushed listing, based on the present form, with no variations but the shop's. */
export function pushedForm(
  pushed: PushedListing,
  { typed, policies, currency }: { typed: Typed; policies: readonly Policy[]; currency: string },
): { typed: Typed; problems: PushProblem[] } {
  const { category, axes, variations, customs } = pushed
  const money = (minor: number | null) => (minor === null ? '' : toDecimal({ minor, currency }))
  const whole = (value: number | null | undefined) => (value == null ? '' : String(value))
  const kept = Object.fromEntries(Object.entries(typed).filter(([name]) => !pushedNames.test(name)))
  const named = policyKinds.flatMap((kind) => {
    const name = pushed.policies[kind]
    return name === undefined
      ? []
      : [{ kind, name, id: policies.find((own) => own.kind === kind && own.name === name)?.id }]
  })
  // What a kit has follows from its parts.
  const parts = pushed.parts ? kitText(pushed.parts) : (typed['parts'] ?? '')
  const fields: Record<string, string> = {
    ...kept,
    title: pushed.title,
    sku: pushed.sku ?? '',
    parts,
    category: category.path ?? '',
    condition: pushed.condition,
    format: 'FIXED_PRICE',
    description: pushed.description,
    price: money(pushed.priceMinor),
    ...(pushed.quantity === null || parts !== '' ? {} : { quantity: whole(pushed.quantity) }),
    ...(pushed.handlingDays === null ? {} : { handling: whole(pushed.handlingDays) }),
    ...filledOnly({
      hsCode: customs.hsCode,
      originCountry: customs.originCountry,
      customsDescription: customs.description,
      customsValue: customs.valueMinor === null ? null : money(customs.valueMinor),
    }),
    ...Object.fromEntries(named.map(({ kind, id }) => [`policy.${kind}`, id ?? ''])),
    ...Object.fromEntries(Object.entries(pushed.aspects).map(([name, some]) => [`aspect.${name}`, some.join('; ')])),
  }
  const former = typedRows(typed)
  const rows = variations.map(({ values, sku, parts: given, priceMinor, quantity }) => {
    const own = former.find((row) => sameValues(row.values, values))
    const made = given ? kitText(given) : (own?.parts ?? '')
    const sent = made === '' ? whole(quantity) : ''
    const row = { values, sku: sku ?? '', price: money(priceMinor), quantity: sent || (own?.quantity ?? '0') }
    return made === '' ? row : { ...row, parts: made }
  })
  const filled = Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''))
  return {
    typed: withVariations(filled, { axes, variations: rows }),
    problems: [
      ...(category.path === null
        ? [{ field: 'category', problem: 'categoryUnknown' as const, values: { name: category.name } }]
        : []),
      ...named
        .filter(({ id }) => id === undefined)
        .map(({ kind, name }) => ({ field: `policy.${kind}`, problem: 'policyUnknown' as const, values: { name } })),
    ],
  }
}

const filledOnly = (fields: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, text]) => (text === null ? [] : [[name, text]])))
