import type { AdminApi } from './admin-api.ts'
import { changeVariants } from './queries.ts'

/** Adds ways to download and to collect, and a product without picture and SKU. Returns its variant. */
export async function addGoods(api: AdminApi): Promise<string> {
  for (const [code, fulfillmentHandler] of [
    ['download', 'digital-fulfillment'],
    ['collect', 'manual-fulfillment'],
  ])
    await api.change(`mutation ($input: CreateShippingMethodInput!) { createShippingMethod(input: $input) { id } }`, {
      input: {
        code,
        fulfillmentHandler,
        checker: { code: 'default-shipping-eligibility-checker', arguments: [{ name: 'orderMinimum', value: '0' }] },
        calculator: {
          code: 'default-shipping-calculator',
          arguments: [
            { name: 'rate', value: '0' },
            { name: 'includesTax', value: 'auto' },
            { name: 'taxRate', value: '0' },
          ],
        },
        translations: [{ languageCode: 'en', name: code, description: '' }],
      },
    })
  const product = await api.change<{ id: string }>(
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
    {
      input: {
        enabled: true,
        translations: [{ languageCode: 'en', name: 'Sticker', slug: 'sticker', description: '' }],
      },
    },
  )
  const input = {
    productId: product.id,
    sku: '',
    stockOnHand: 500,
    price: 155,
    translations: [{ languageCode: 'en', name: 'Sticker' }],
  }
  const [variant] = await api.change<{ id: string }[]>(
    'mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }',
    { input: [input] },
  )
  if (!variant) throw new Error('Vendure made no variant.')
  await api.change(changeVariants, { input: [{ id: variant.id, prices: [{ currencyCode: 'EUR', price: 145 }] }] })
  return variant.id
}
