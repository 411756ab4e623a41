/** One state of a component, for the gallery and the tests: what it is called and what is given. */
export interface Fixture<Props> {
  name: string
  props: Props
}
