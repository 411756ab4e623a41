/** One of a combobox's list. */
export interface ComboboxOption {
  value: string
  label: string
}

/** Options under a heading: "Yours", "All". */
export interface ComboboxGroup {
  label: string
  options: readonly ComboboxOption[]
}

/** The options that hold each word of a text, whatever its case and accents; groups without any are left out. */
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
