/** A named state of a component, for gallery and tests. */
export interface Fixture<Props> {
  name: string
  props: Props
}
