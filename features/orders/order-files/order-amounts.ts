/** Amounts of an order in one row of a file, in minor units; null if the cell is empty. */
export interface ToldParts {
  discountMinor: number | null
  shippingMinor: number | null
  taxMinor: number | null
}

export interface ToldLine extends ToldParts {
  quantity: number
  /** Price of one unit or of all units: programs differ. */
  priceMinor: number
  /** What all units cost; null if the file does not say. */
  lineTotalMinor: number | null
  itemDiscountMinor: number | null
}

export interface ToldAmounts {
  lines: readonly ToldLine[]
  /** Amounts of the order's own row, above those of its items; null without such a row. */
  head: ToldParts | null
  /** Null if the file has none. */
  totalMinor: number | null
}

/** What programs write differently: of what each amount is, and whether tax is in the prices. */
export const amountChoices = {
  price: ['UNIT', 'LINE'],
  shipping: ['ORDER', 'ROW'],
  discount: ['ORDER', 'ROW'],
  tax: ['ADDED', 'INCLUDED'],
} as const
export type AmountQuestion = keyof typeof amountChoices
export type AmountForm = { readonly [Question in AmountQuestion]?: (typeof amountChoices)[Question][number] }
export const amountQuestions = Object.keys(amountChoices) as AmountQuestion[]

export interface OrderAmounts {
  unitPrices: number[]
  /** What the price of all units is below that of its units, by line. */
  lineDiscounts: number[]
  discountMinor: number
  shippingMinor: number
  taxMinor: number
}

/** The amounts of an order, or the questions whose answers lead to different ones; null if they do not add up. */
export type ReadAmounts = { amounts: OrderAmounts } | { asks: readonly AmountQuestion[] } | null

/**
 * Interprets an order's amounts, which programs write differently: prices of one unit or of all; shipping, tax and
 * discount of the order on each row, or of each row; tax added or included. The file's total proves a reading, else what
 * is known of the form. Several readings that differ are a question.
 */
export function readAmounts(told: ToldAmounts, form: AmountForm = {}): ReadAmounts {
  if (told.totalMinor !== null) {
    const amounts = provenBy(told.totalMinor, told)
    return amounts && { amounts }
  }
  const asks = amountQuestions.filter((question) => isOpen(told, form, question))
  if (asks.length > 0) return { asks }
  const amounts = readAs(told, form)
  return totalOf(told, amounts) < 0 ? null : { amounts }
}

/** Reads amounts in a form; what it leaves open is as most programs write it. */
export function readAs({ lines, head }: ToldAmounts, form: AmountForm): OrderAmounts {
  const part = (of: keyof ToldParts, per: 'ORDER' | 'ROW' = 'ORDER') => {
    const { first, sum: all } = toldParts(head, lines, of)
    return per === 'ORDER' ? first : all
  }
  const ofItems = sum(lines.map((line) => line.itemDiscountMinor ?? 0))
  return {
    ...pricesOf(lines, form.price ?? 'UNIT'),
    discountMinor: part('discountMinor', form.discount) + ofItems,
    shippingMinor: part('shippingMinor', form.shipping),
    taxMinor: form.tax === 'INCLUDED' ? 0 : part('taxMinor', form.shipping),
  }
}

export const totalOf = (
  { lines }: Pick<ToldAmounts, 'lines'>,
  { unitPrices, lineDiscounts, discountMinor, shippingMinor, taxMinor }: OrderAmounts,
): number =>
  sum(lines.map(({ quantity }, at) => quantity * (unitPrices[at] ?? 0) - (lineDiscounts[at] ?? 0))) +
  shippingMinor +
  taxMinor -
  discountMinor

/** Whether the answers to a question that nothing settles lead to different amounts. */
function isOpen(told: ToldAmounts, form: AmountForm, question: AmountQuestion): boolean {
  if (form[question] || (question === 'price' && told.lines.every(isPriceTold))) return false
  const [one, other] = amountChoices[question].map((answer) => readAs(told, { ...form, [question]: answer }))
  return JSON.stringify(one) !== JSON.stringify(other)
}

const isPriceTold = ({ quantity, priceMinor, lineTotalMinor: total }: ToldLine) =>
  total !== null && (total === priceMinor || total === priceMinor * quantity)

/** Unit prices of lines; a price of all units that does not divide evenly leaves a discount. */
function pricesOf(
  lines: readonly ToldLine[],
  per: 'UNIT' | 'LINE',
): Pick<OrderAmounts, 'unitPrices' | 'lineDiscounts'> {
  const unitPrices = lines.map((line) =>
    isOfLine(line, per) ? Math.ceil(line.priceMinor / line.quantity) : line.priceMinor,
  )
  return {
    unitPrices,
    lineDiscounts: lines.map((line, at) =>
      isOfLine(line, per) ? line.quantity * (unitPrices[at] ?? 0) - line.priceMinor : 0,
    ),
  }
}

/** Whether a price is of all units: a line's total says so of its own line. */
const isOfLine = (line: ToldLine, per: 'UNIT' | 'LINE') =>
  isPriceTold(line) ? line.lineTotalMinor === line.priceMinor : per === 'LINE'

/** The first reading that adds up to a total; null if none does. */
function provenBy(total: number, told: ToldAmounts): OrderAmounts | null {
  const { lines, head } = told
  const [discount, shipping, tax] = (['discountMinor', 'shippingMinor', 'taxMinor'] as const).map((of) =>
    toldParts(head, lines, of),
  ) as [Candidates, Candidates, Candidates]
  const ofItems = sum(lines.map((line) => line.itemDiscountMinor ?? 0))
  // A discount of the order may include those of its items.
  const discounts = distinct([discount.sum + ofItems, discount.sum, ofItems, discount.first + ofItems, discount.first])
  for (const per of amountChoices.price) {
    const prices = pricesOf(lines, per)
    for (const shippingMinor of distinct([shipping.first, shipping.sum]))
      for (const taxMinor of distinct([tax.first, tax.sum, 0]))
        for (const discountMinor of discounts) {
          const amounts = { ...prices, discountMinor, shippingMinor, taxMinor }
          if (total >= 0 && totalOf(told, amounts) === total) return amounts
        }
  }
  return null
}

/** Candidates for an amount of the order: the value of its first row, and the sum of all rows. */
type Candidates = ReturnType<typeof toldParts>

function toldParts(head: ToldParts | null, lines: readonly ToldLine[], of: keyof ToldParts) {
  const told = lines.flatMap((line) => line[of] ?? [])
  const whole = head?.[of] ?? null
  return { first: whole ?? told[0] ?? 0, sum: whole ?? sum(told) }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const distinct = (amounts: readonly number[]) => [...new Set(amounts)]
