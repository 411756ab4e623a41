/** Id of the list that fields of a size offer. */
export const packageSizesId = 'package-sizes'

export interface PackageSize {
  /** As the field takes it: `30 x 20 x 10`. */
  size: string
  name: string
}

/** The shop's packages, to choose from in fields of a size. */
export const PackageSizes = ({ packages }: { packages: readonly PackageSize[] }) => (
  <datalist id={packageSizesId}>
    {packages.map(({ size, name }) => (
      <option key={name} value={size}>
        {name}
      </option>
    ))}
  </datalist>
)
