import type { SellerDb } from '#db/client.ts'
import { conditions } from '#features/core/listing/listing-content.ts'
import { leafName, type Taxonomy } from '#features/core/listing/taxonomy.ts'
import { readPolicies } from '#features/selling/policies/policies-db.server.ts'
import type { Texts } from '#texts/texts.ts'
import type { Choices } from './typed-value.ts'

/** The choices of columns for a seller, in the reader's words. */
export async function readChoices(
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
