interface Bought {
  code: string
  payments: { id: string }[]
}

/** Why Vendure refuses a mutation. */
export const fault = '... on ErrorResult { errorCode message }'

interface Purchase {
  lines: { variant: string; quantity: number }[]
  coupon: string | null
  /** Whether gift wrap is added, with a reduction for loyalty. */
  isWrapped: boolean
  currency: string
  name: string
  delivery: 'SHIP' | 'DIGITAL' | 'COLLECT'
}

/** Buys as a guest in the shop at `url`. The payment is authorized. */
export async function buy(
  url: string,
  { lines, coupon, isWrapped, currency, name, delivery }: Purchase,
): Promise<Bought> {
  let token = ''
  const ask = async <T>(query: string, variables: object = {}): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const address = `${url}/shop-api?currencyCode=${currency}`
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
    token = response.headers.get('vendure-auth-token') ?? token
    const { data, errors } = (await response.json()) as { data: Record<string, unknown> | null; errors?: object[] }
    const [result] = Object.values(data ?? {})
    if (errors || (result as { errorCode?: string }).errorCode) throw new Error(JSON.stringify(errors ?? result))
    // As the query asks for it.
    return result as T
  }
  const [firstName = '', lastName = ''] = name.split(' ')
  for (const line of lines)
    await ask(
      `mutation ($variant: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $variant, quantity: $quantity) { __typename ${fault} } }`,
      line,
    )
  if (coupon)
    await ask(`mutation ($coupon: String!) { applyCouponCode(couponCode: $coupon) { __typename ${fault} } }`, {
      coupon,
    })
  if (isWrapped) {
    const { code } = await ask<{ code: string }>('{ activeOrder { code } }')
    const wrapped = await fetch(`${url}/wrap?code=${code}`, { method: 'POST' })
    if (!wrapped.ok) throw new Error(await wrapped.text())
  }
  const customer = { firstName, lastName, emailAddress: `${firstName}@shop.example`.toLowerCase() }
  await ask(
    `mutation ($customer: CreateCustomerInput!) { setCustomerForOrder(input: $customer) { __typename ${fault} } }`,
    {
      customer,
    },
  )
  const address = {
    fullName: name,
    streetLine1: '1 High Street',
    city: 'London',
    postalCode: 'SE1 1AA',
    countryCode: 'GB',
  }
  // Who collects goods tells no address to send them to.
  if (delivery !== 'COLLECT')
    await ask(
      `mutation ($address: CreateAddressInput!) { setOrderShippingAddress(input: $address) { __typename ${fault} } }`,
      { address },
    )
  const methods = await ask<{ id: string; code: string }[]>('{ eligibleShippingMethods { id code } }')
  const wanted = { SHIP: 'standard-shipping', DIGITAL: 'download', COLLECT: 'collect' }[delivery]
  const method = methods.find(({ code }) => code === wanted)
  await ask(`mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { __typename ${fault} } }`, {
    id: [method?.id],
  })
  await ask(`mutation { transitionOrderToState(state: "ArrangingPayment") { __typename ${fault} } }`)
  const [payment] = await ask<{ code: string }[]>('{ eligiblePaymentMethods { code } }')
  return ask<Bought>(
    `mutation ($code: String!) { addPaymentToOrder(input: { method: $code, metadata: {} }) { ... on Order { code payments { id } } ${fault} } }`,
    { code: payment?.code },
  )
}
