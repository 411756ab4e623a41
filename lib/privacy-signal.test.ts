import { expect, it } from 'vitest'
import { refusesTracking, refusesTrackingByHeader } from './privacy-signal.ts'

it.each([
  [{}, false],
  [{ globalPrivacyControl: false, doNotTrack: null }, false],
  [{ doNotTrack: '0' }, false],
  [{ doNotTrack: 'unspecified' }, false],
  [{ globalPrivacyControl: true }, true],
  [{ doNotTrack: '1' }, true],
  [{ doNotTrack: 'yes' }, true],
])('refusesTracking of %j is %s', (signals, refuses) => {
  expect(refusesTracking(signals)).toBe(refuses)
})

it.each([
  [{}, false],
  [{ 'Sec-GPC': '0' }, false],
  [{ DNT: '0' }, false],
  [{ 'Sec-GPC': '1' }, true],
  [{ DNT: '1' }, true],
])('refusesTrackingByHeader of %j is %s', (headers, refuses) => {
  expect(refusesTrackingByHeader(new Headers(headers as Record<string, string>))).toBe(refuses)
})
