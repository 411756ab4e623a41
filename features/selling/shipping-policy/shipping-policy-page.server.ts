import type { SellerDb } from '#db/client.ts'
import { flatShipping } from '#features/core/shipping/shipping.ts'
import { countPolicyUses, readPolicies } from '#features/selling/policies/policies-db.server.ts'
import type { PolicyProblem } from '#features/selling/policies/policy.ts'
import { keepPolicy, readPolicyChange } from '#features/selling/policies/typed-policy.server.ts'
import { textOf } from '#lib/form-fields.ts'
import { toDecimal } from '#lib/money.ts'
import { weightWords } from '#lib/weight.ts'
import type { Texts } from '#texts/texts.ts'
import type { SellerActionArgs, SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { placeName, placeReader } from './place-names.ts'
import { readTyped, type TypedProblem } from './read-typed.ts'
import { changeRows, typedShipping, writeTyped, type TypedShipping } from './typed-shipping.ts'

/** Errors by field id, each with its zone, service and row. */
function errorsOf(problems: readonly TypedProblem[], { t }: Pick<Texts, 't'>): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { field, problem, text = '' } of problems) {
    const [, z, s, b] = /^zones\.(\d+)(?:\.services\.(\d+)(?:\.bands\.(\d+))?)?/.exec(field) ?? []
    const rows = [
      z === undefined ? [] : t('shipping.zone', { n: Number(z) + 1 }),
      s === undefined ? [] : t('shipping.service', { n: Number(s) + 1 }),
      b === undefined ? [] : t('shipping.row', { n: Number(b) + 1 }),
    ].flat()
    const words = t(`shipping.error.${problem}`, { text })
    errors[fieldIdOf(field)] ??= rows.length > 0 ? `${rows.join(', ')}: ${words}` : words
  }
  return errors
}

/** The control that a problem is beside. */
function fieldIdOf(field: string): string {
  if (field === 'zones') return 'form'
  if (/^zones\.\d+\.services$/.test(field)) return field.replace(/services$/, 'places')
  return field.replace(/\.days$/, '.from').replace(/\.bands$/, '.by')
}

export interface ShippingForm {
  /** Identifies the state, so that fields are rendered anew. */
  stamp: string
  typed: TypedShipping
  /** The policy that is changed; null for a new one. */
  change: { id: string; version: number } | null
  uses: number
  /** By field id. */
  errors: Readonly<Record<string, string>>
  /** The field to continue with. */
  focus: string | null
}

type PageArgs = Pick<SellerArgs, 'seller' | 'texts' | 'requestId'>

/** The form of the policy that the URL names (`policy`), of a new one, or of one like another (`copy`); null if it is gone. */
export async function openShippingForm(
  db: SellerDb,
  { seller, texts, requestId }: PageArgs,
  { searchParams }: URL,
): Promise<ShippingForm | null> {
  const id = searchParams.get('policy')
  const source = id ?? searchParams.get('copy')
  const policies = source === null ? [] : await readPolicies(db, seller.id)
  const found = policies.find((policy) => policy.id === source && policy.kind === 'FULFILMENT')
  if (source !== null && !found) return null
  const name = found?.name ?? ''
  const head = {
    name: id === null && found ? texts.t('shipping.copyName', { name }) : name,
    terms: found?.terms ?? '',
    grams: weightWords(500, texts),
    price: amountWords(2_000, seller.currency, texts),
    quantity: '1',
  }
  const shipping = found?.shipping ?? flatShipping(0)
  const typed = writeTyped(shipping, head, {
    amount: (minor) => amountWords(minor, seller.currency, texts),
    weight: (grams) => weightWords(grams, texts),
    place: (code) => placeName(code, texts),
  })
  const change = id !== null && found ? { id, version: found.version } : null
  const key = { sellerId: seller.id, kind: 'FULFILMENT' as const }
  const uses = change ? await countPolicyUses(db, { ...key, id: change.id }) : 0
  return { stamp: requestId, typed, change, uses, errors: {}, focus: null }
}

/** Performs a button of the page: changes rows, recalculates the examples, or saves. */
export async function takeShippingPost(
  db: SellerDb,
  { form, seller, texts, requestId }: PageArgs & Pick<SellerActionArgs, 'form'>,
): Promise<{ to: string } | { form: ShippingForm; status: 200 | 409 | 422 }> {
  const typed = typedShipping(form)
  const change = readPolicyChange(textOf(form, 'change'))
  const key = { sellerId: seller.id, kind: 'FULFILMENT' as const }
  const uses = change ? await countPolicyUses(db, { ...key, id: change.id }) : 0
  const shown: ShippingForm = { stamp: requestId, typed, change, uses, errors: {}, focus: null }
  const intent = textOf(form, 'intent')
  if (intent !== 'save') return { form: { ...shown, ...changeRows(typed, intent) }, status: 200 }
  const reading = { currency: seller.currency, grouping: texts.grouping, place: placeReader(texts) }
  const { shipping, problems } = readTyped(typed, reading)
  const policy = { kind: 'FULFILMENT' as const, name: typed.name, terms: typed.terms, days: null, shipping }
  if (problems.length > 0) return { form: { ...shown, errors: errorsOf(problems, texts) }, status: 422 }
  const kept = await keepPolicy(db, seller.id, { policy, changes: change })
  if ('id' in kept) return { to: paths.policiesDone }
  const isStale = kept.problems.includes('stale')
  const now = isStale ? (await readPolicies(db, seller.id)).find(({ id }) => id === change?.id) : undefined
  const errors = Object.fromEntries(
    kept.problems.map((problem) => [fieldOf(problem), texts.t(`listingForm.policy.problem.${problem}`)]),
  )
  // One deleted meanwhile is saved as new; of one changed meanwhile the next press overwrites the change.
  const next = kept.problems.includes('gone') ? null : change && now ? { ...change, version: now.version } : change
  return { form: { ...shown, change: next, errors }, status: isStale ? 409 : 422 }
}

const fieldOf = (problem: PolicyProblem) => (problem === 'termsLong' ? 'terms' : 'name')

const amountWords = (minor: number, currency: string, { typed }: Texts) => typed(toDecimal({ minor, currency }))
