/** Encodes a category for a URL: filter values contain no comma. */
export function categoryValue(category: string): string {
  return category.replaceAll('%', '%25').replaceAll(',', '%2C')
}

export function categoryOf(value: string): string {
  return value.replaceAll('%2C', ',').replaceAll('%25', '%')
}
