import { expect, it } from 'vitest'
import { ClusterError } from './errors.ts'
import { choosePlace } from './place.ts'

it('a data folder that cannot be made is named, with what the system says: of /proc one could wait for ever', () => {
  for (const folder of ['/proc/hub', '/dev/null', '/dev/null/hub']) {
    expect(() => choosePlace(folder)).toThrow(ClusterError)
    expect(() => choosePlace(folder)).toThrow(`The data folder ${folder} cannot be used (`)
  }
})
