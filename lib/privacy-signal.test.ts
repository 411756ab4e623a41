import { describe, expect, it } from 'vitest'
import { refusesTracking, refusesTrackingByHeader } from './privacy-signal.ts'

describe('refusesTracking', () => {
  it.each([
    [{}, false],
    [{ globalPrivacyControl: false, doNotTrack: null }, false],
    [{ doNotTrack: '0' }, false],
    [{ doNotTrack: 'unspecified' }, false],
    [{ globalPrivacyControl: true }, true],
    [{ doNotTrack: '1' }, true],
    [{ doNotTrack: 'yes' }, true],
  ])('of %j is %s', (signals, refuses) => {
    expect(refusesTracking(signals)).toBe(refuses)
  })
})

describe('refusesTrackingByHeader', () => {
  it.each([
    [{}, false],
    [{ 'Sec-GPC': '0' }, false],
    [{ DNT: '0' }, false],
    [{ 'Sec-GPC': '1' }, true],
    [{ DNT: '1' }, true],
  ])('of %j is %s', (headers, refuses) => {
    expect(refusesTrackingByHeader(new Headers(headers as Record<string, string>))).toBe(refuses)
  })
})
