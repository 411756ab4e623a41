import { expect, it } from 'vitest'
import { ClusterError } from './errors.ts'
import { choosePlace } from './place.ts'

it('a data folder that cannot be created is reported with the system’s error, also below /proc', () => {
  for (const folder of ['/proc/hub', '/dev/null', '/dev/null/hub']) {
    expect(() => choosePlace(folder)).toThrow(ClusterError)
    expect(() => choosePlace(folder)).toThrow(`The data folder ${folder} cannot be used (`)
  }
})
