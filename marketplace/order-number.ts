const half = 100_000
const tenDigits = half * half
/** Initial two digits of order numbers, similar to real ones. */
const firstOrderPrefix = 12

/**
 * The order number `12-34567-89012` for a serial of the sequence `order_serials`. Unique, but neighbours look
 * unrelated, so that it does not reveal sales. Throws RangeError for an invalid or exhausted serial.
 */
export function orderNumber(serial: number): string {
  const [prefix, digits] = scatter(serial, firstOrderPrefix)
  return `${prefix}-${digits.slice(0, 5)}-${digits.slice(5)}`
}

/**
 * The 12-digit item number for a serial of the sequence `item_numbers`; unique. Throws RangeError for an invalid or
 * exhausted serial.
 */
export function itemNumber(serial: number): string {
  return scatter(serial, 0).join('')
}

function scatter(serial: number, firstPrefix: number): [prefix: string, digits: string] {
  const prefix = firstPrefix + Math.floor(serial / tenDigits)
  if (!Number.isSafeInteger(serial) || serial < 0 || prefix > 99) throw new RangeError(`no serial: ${serial}`)
  return [String(prefix).padStart(2, '0'), String(permute(serial % tenDigits)).padStart(10, '0')]
}

/** A permutation of ten-digit numbers: a Feistel network over two halves. Each round is invertible, so results are unique. */
function permute(number: number): number {
  let left = Math.floor(number / half)
  let right = number % half
  for (const key of [2_654_435, 1_597_334, 3_812_015]) [left, right] = [right, (left + mix(right, key)) % half]
  return left * half + right
}

/** Hash of up to five digits. */
function mix(value: number, key: number): number {
  const product = Math.imul(value + 1, key | 1)
  return ((product ^ (product >>> 15)) >>> 0) % half
}
