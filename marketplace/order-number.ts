const half = 100_000
const tenDigits = half * half
/** The first two digits of what order serials start with, so that numbers start where real ones do. */
const firstOrderPrefix = 12

/**
 * The number a person sees of an order, `12-34567-89012`, for a serial of the sequence `order_serials`. Different
 * serials give different numbers; neighbours look unrelated, so that a number does not tell how much is sold.
 * Throws RangeError for what is no serial or beyond the last number, `99-...`.
 */
export function orderNumber(serial: number): string {
  const [prefix, digits] = scatter(serial, firstOrderPrefix)
  return `${prefix}-${digits.slice(0, 5)}-${digits.slice(5)}`
}

/**
 * The 12 digits a person sees of a listing, for a serial of the sequence `item_numbers`. As unique as the serial.
 * Throws RangeError for what is no serial or beyond the last number.
 */
export function itemNumber(serial: number): string {
  return scatter(serial, 0).join('')
}

function scatter(serial: number, firstPrefix: number): [prefix: string, digits: string] {
  const prefix = firstPrefix + Math.floor(serial / tenDigits)
  if (!Number.isSafeInteger(serial) || serial < 0 || prefix > 99) throw new RangeError(`no serial: ${serial}`)
  return [String(prefix).padStart(2, '0'), String(permute(serial % tenDigits)).padStart(10, '0')]
}

/**
 * A permutation of the numbers of up to ten digits: a Feistel network over their two halves. Each round adds to one half
 * what follows from the other, which can be undone, so no two numbers meet.
 */
function permute(number: number): number {
  let left = Math.floor(number / half)
  let right = number % half
  for (const key of [2_654_435, 1_597_334, 3_812_015]) [left, right] = [right, (left + mix(right, key)) % half]
  return left * half + right
}

/** Up to five digits that change altogether with each input. */
function mix(value: number, key: number): number {
  const product = Math.imul(value + 1, key | 1)
  return ((product ^ (product >>> 15)) >>> 0) % half
}
