const numbered = /^(\S.*?)\s+(\d{1,5}\s?[a-z]?(?:\s?[-–/+]\s?\d{1,5}\s?[a-z]?)?)$/iu

/** A street and its house number separately, as German and Dutch programs expect. */
interface Street {
  street: string
  /** Empty if the line does not end with one. */
  number: string
}

/** Splits a street line that ends with its house number: `Straße des 17. Juni 135 a`. */
export function splitStreet(line: string): Street {
  const [, street, number] = numbered.exec(line.trim()) ?? []
  return street === undefined || number === undefined
    ? { street: line.trim(), number: '' }
    : { street: street.replace(/[\s,]+$/, ''), number }
}
