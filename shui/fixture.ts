export interface Fixture<Props> {
  name: string
  props: Props
}
