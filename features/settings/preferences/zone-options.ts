/** Time zones by city, so that typing finds them: `America/Argentina/Salta` is "Salta (America, Argentina)". */
export function zoneOptions(zones: readonly string[]): { value: string; label: string }[] {
  return zones
    .map((zone) => {
      const [city = zone, ...around] = zone.replaceAll('_', ' ').split('/').toReversed()
      return { value: zone, label: around.length > 0 ? `${city} (${around.toReversed().join(', ')})` : city }
    })
    .toSorted((a, b) => (a.label < b.label ? -1 : 1))
}
