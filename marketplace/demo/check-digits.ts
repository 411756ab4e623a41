/** The digit that ends the serial of a postal item, for the eight digits before it (UPU S10). */
export function s10CheckDigit(digits: string): number {
  const weights = [8, 6, 4, 2, 3, 5, 9, 7]
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (weights[index] ?? 0), 0)
  const check = 11 - (sum % 11)
  if (check === 10) return 0
  return check === 11 ? 5 : check
}
