export interface ComboboxOption {
  value: string
  label: string
}

/** Options under a heading: "Yours", "All". */
export interface ComboboxGroup {
  label: string
  options: readonly ComboboxOption[]
}

/** Options containing each word of a text, ignoring case and accents; empty groups are omitted. */
export function matchOptions(groups: readonly ComboboxGroup[], text: string): readonly ComboboxGroup[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return groups
  return groups.flatMap(({ label, options }) => {
    const found = options.filter((option) => {
      const known = plain(option.label)
      return words.every((word) => known.includes(word))
    })
    return found.length > 0 ? [{ label, options: found }] : []
  })
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()
}
