/**
 * The beginning of a text, without half a character at its end: PostgreSQL refuses JSON that has one. `most` counts UTF-16
 * units.
 */
export function shortened(text: string, most: number): string {
  const isHalved = text.length > most && /[\ud800-\udbff]/.test(text.charAt(most - 1))
  return text.slice(0, isHalved ? most - 1 : most)
}
